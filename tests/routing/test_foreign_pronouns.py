"""German, French and Spanish messages that cannot be understood without what was said before them."""

from __future__ import annotations

import pytest

from routing.followup import complete, refers_back
from routing.foreign_pronouns import points_back

OPEN = [
    "Wie laut ist sie?",
    "Gilt sie auch im Ausland?",
    "Was sind seine Nebenwirkungen?",
    "Wie funktioniert das?",
    "Kostet das extra?",
    "Was kann man dort essen?",
    "Kann ich ihn zurückgeben?",
    "Wieso?",
    "Combien coûte-t-elle ?",
    "Est-ce que cela coûte plus cher ?",
    "Quel est son prix ?",
    "Quand a-t-il été construit ?",
    "Pourquoi ?",
    "¿Cuánto cuesta eso?",
    "¿Quién es ella?",
]

WHOLE = [
    "Haben Sie am Sonntag geöffnet?",
    "haben sie am sonntag geöffnet?",
    "Habt ihr Parkplätze?",
    "Gibt es einen Parkplatz?",
    "Ist es möglich, die Rechnung per Post zu bekommen?",
    "Darf ein Mieter seine Wohnung untervermieten?",
    "Was muss ich tun, damit der Server startet?",
    "Wo kann ich mein Passwort ändern?",
    "Wie kündige ich das Abo?",
    "La garantie est-elle valable à l'étranger ?",
    "Faut-il réserver une place ?",
    "Y a-t-il un parking ?",
    "Quelle heure est-il à Tokyo ?",
    "Que faire si mon chien perd ses poils ?",
    "¿Es posible pagar con tarjeta?",
    "¿El dueño puede entrar si él quiere?",
    "Who is il Duce, and when did he die?",
]


@pytest.mark.parametrize("message", OPEN)
def test_a_pronoun_without_a_noun_points_back(message: str) -> None:
    """It leans on the conversation, and no word is put in its place."""
    assert points_back(message)
    assert refers_back(message)
    said = complete(message, ["Was ist eine Wärmepumpe?"])
    assert said.startswith(message)


@pytest.mark.parametrize("message", WHOLE)
def test_what_says_its_noun_stands_alone(message: str) -> None:
    """The polite form, what stands for nothing, and what a noun of the same sentence explains."""
    assert not points_back(message)
    assert not refers_back(message)


def test_connectors_of_spanish() -> None:
    """To go on with "and" or "but" is to lean on what was asked; a French "is there" does not."""
    assert refers_back("¿Y el plan Team?")
    assert refers_back("¿Pero para diez personas?")
    assert not refers_back("Y a-t-il un parking ?")
