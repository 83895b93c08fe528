"""What code says itself in an answer, in the four languages that a message is read in, so that an asker is answered in
their own; quotations stay as they stand in their source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph.state import State
from knowledge.language import Language, spoken_in
from nodes.conversation import earlier_questions, until_asked, user_message
from routing.speech import Act


@dataclass(frozen=True, slots=True)
class Phrases:
    """The sentences of one language; words in braces are filled in."""

    joined: str
    anywhere: str
    outside: str
    nothing: str
    closest: str
    place: str
    capped: str
    waiting: str
    unsearched: str
    unanswered: str
    unreachable: str
    looked_up: str
    taken: str
    empty_call: str
    left_out: str
    rows: str
    at_least: str
    needed: str
    contradicted: str
    newest: str
    by_title: str
    acts: Mapping[Act, str]

    def listed(self, names: Sequence[str]) -> str:
        """Names as a sentence lists them."""
        if not names:
            return self.anywhere
        return names[0] if len(names) == 1 else self.joined.format(first=", ".join(names[:-1]), last=names[-1])


ENGLISH = Phrases(
    joined="{first} and {last}",
    anywhere="any base that could be reached",
    outside="This is nothing that {bases} could answer.",
    nothing="I could not find anything about this in {bases}.",
    closest="The closest I found may not answer it: {places}.",
    place="“{title}” ({source})",
    capped="“{question}” was not asked any more: the run reached its cap of turns.",
    waiting="“{question}” could not be asked, because what it depends on was not found.",
    unsearched="“{question}” is nothing that the bases could answer, so it was not searched for.",
    unanswered="I found no answer to “{question}” in {bases}.",
    unreachable="Not every base could be reached, so something may be missing: {bases}.",
    looked_up="I looked this up with {values}.",
    taken="{argument} {value} from “{source}”",
    empty_call="Nothing was found by {calls}.",
    left_out="“{title}” has {rows}: {read} were read, {left} left out.",
    rows="{n} rows",
    at_least="at least {rows}",
    needed="For “{tool}” I still need: {values}.",
    contradicted="The sources contradict each other{newest}: {sides}.",
    newest=", the newest first",
    by_title="If you name the document by its title, I can sum it up; there is for example {titles}.",
    acts={
        "thanks": "You’re welcome. Ask me anything else about {bases}.",
        "greeting": "Hello! Ask me about {bases}.",
        "goodbye": "Goodbye!",
        "acknowledged": "Fine. Ask me anything else about {bases}.",
        "chat": "I only answer questions about {bases}.",
        "injection": "I follow no such orders; I answer questions about {bases}.",
    },
)
GERMAN = Phrases(
    joined="{first} und {last}",
    anywhere="den erreichbaren Quellen",
    outside="Dazu steht nichts in {bases}.",
    nothing="Dazu habe ich in {bases} nichts gefunden.",
    closest="Am nächsten kommt dem vielleicht: {places}.",
    place="„{title}“ ({source})",
    capped="„{question}“ wurde nicht mehr gefragt: Die Höchstzahl der Durchgänge ist erreicht.",
    waiting="„{question}“ konnte nicht gefragt werden, weil nicht gefunden wurde, wovon es abhängt.",
    unsearched="„{question}“ ist nichts, was hier zu finden wäre; danach wurde nicht gesucht.",
    unanswered="Auf „{question}“ habe ich in {bases} keine Antwort gefunden.",
    unreachable="Nicht alles war erreichbar, es kann also etwas fehlen: {bases}.",
    looked_up="Nachgeschlagen habe ich das mit {values}.",
    taken="{argument} {value} aus „{source}“",
    empty_call="Nichts gefunden mit {calls}.",
    left_out="„{title}“ hat {rows}: {read} wurden gelesen, {left} weggelassen.",
    rows="{n} Zeilen",
    at_least="mindestens {rows}",
    needed="Für „{tool}“ brauche ich noch: {values}.",
    contradicted="Die Quellen widersprechen einander{newest}: {sides}.",
    newest=", die neueste zuerst",
    by_title="Nennen Sie das Dokument bei seinem Titel, dann fasse ich es zusammen; es gibt zum Beispiel {titles}.",
    acts={
        "thanks": "Gern geschehen. Fragen Sie mich gern weiter zu {bases}.",
        "greeting": "Guten Tag! Fragen Sie mich zu {bases}.",
        "goodbye": "Auf Wiedersehen!",
        "acknowledged": "Gut. Fragen Sie mich gern weiter zu {bases}.",
        "chat": "Ich beantworte nur Fragen zu {bases}.",
        "injection": "Solchen Anweisungen folge ich nicht; ich beantworte Fragen zu {bases}.",
    },
)
FRENCH = Phrases(
    joined="{first} et {last}",
    anywhere="les sources accessibles",
    outside="Il n’y a rien à ce sujet dans {bases}.",
    nothing="Je n’ai rien trouvé à ce sujet dans {bases}.",
    closest="Le plus proche, qui n’y répond peut-être pas : {places}.",
    place="« {title} » ({source})",
    capped="« {question} » n’a plus été cherché : le nombre maximal de tours est atteint.",
    waiting="« {question} » n’a pas pu être cherché, car ce dont cela dépend n’a pas été trouvé.",
    unsearched="« {question} » ne concerne rien de ce qui se trouve ici et n’a donc pas été cherché.",
    unanswered="Je n’ai pas trouvé de réponse à « {question} » dans {bases}.",
    unreachable="Tout n’était pas accessible, il peut donc manquer quelque chose : {bases}.",
    looked_up="J’ai cherché cela avec {values}.",
    taken="{argument} {value} d’après « {source} »",
    empty_call="Rien n’a été trouvé avec {calls}.",
    left_out="« {title} » a {rows} : {read} lues, {left} laissées de côté.",
    rows="{n} lignes",
    at_least="au moins {rows}",
    needed="Pour « {tool} », il me faut encore : {values}.",
    contradicted="Les sources se contredisent{newest} : {sides}.",
    newest=", la plus récente en premier",
    by_title="Si vous nommez le document par son titre, je peux le résumer ; il y a par exemple {titles}.",
    acts={
        "thanks": "Je vous en prie. Posez-moi d’autres questions sur {bases}.",
        "greeting": "Bonjour ! Posez-moi vos questions sur {bases}.",
        "goodbye": "Au revoir !",
        "acknowledged": "Bien. Posez-moi d’autres questions sur {bases}.",
        "chat": "Je ne réponds qu’aux questions sur {bases}.",
        "injection": "Je ne suis pas de tels ordres ; je réponds aux questions sur {bases}.",
    },
)
SPANISH = Phrases(
    joined="{first} y {last}",
    anywhere="las fuentes disponibles",
    outside="No hay nada sobre esto en {bases}.",
    nothing="No he encontrado nada sobre esto en {bases}.",
    closest="Lo más cercano, que quizá no lo responda: {places}.",
    place="«{title}» ({source})",
    capped="«{question}» ya no se buscó: se alcanzó el número máximo de vueltas.",
    waiting="«{question}» no se pudo buscar, porque no se encontró aquello de lo que depende.",
    unsearched="«{question}» no trata de nada que se encuentre aquí, así que no se buscó.",
    unanswered="No he encontrado respuesta a «{question}» en {bases}.",
    unreachable="No todo estaba disponible, así que puede faltar algo: {bases}.",
    looked_up="Lo he buscado con {values}.",
    taken="{argument} {value} de «{source}»",
    empty_call="No se encontró nada con {calls}.",
    left_out="«{title}» tiene {rows}: se leyeron {read}, se omitieron {left}.",
    rows="{n} filas",
    at_least="al menos {rows}",
    needed="Para «{tool}» aún necesito: {values}.",
    contradicted="Las fuentes se contradicen{newest}: {sides}.",
    newest=", la más reciente primero",
    by_title="Si nombra el documento por su título, puedo resumirlo; hay por ejemplo {titles}.",
    acts={
        "thanks": "De nada. Pregúnteme lo que quiera sobre {bases}.",
        "greeting": "¡Hola! Pregúnteme sobre {bases}.",
        "goodbye": "¡Hasta luego!",
        "acknowledged": "Bien. Pregúnteme lo que quiera sobre {bases}.",
        "chat": "Solo respondo a preguntas sobre {bases}.",
        "injection": "No sigo tales órdenes; respondo a preguntas sobre {bases}.",
    },
)
PHRASES: Mapping[Language, Phrases] = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}


def phrases(state: State) -> Phrases:
    """The sentences in the language of the message, or of those before it where it has none of its own ("ok")."""
    messages = until_asked(state["messages"])
    return PHRASES[spoken_in([user_message(messages), *reversed(earlier_questions(state["messages"]))])]
