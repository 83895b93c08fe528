"""Follow-ups: what stands alone passes byte for byte; the rest is completed with words of the conversation."""

from __future__ import annotations

import pytest

from knowledge.text import words
from routing.followup import complete, leans, refers_back

STANDALONE = [
    "How long do you keep my data after I cancel?",
    "My server went down for an hour. Will I be compensated?",
    "What's the weather in Paris?",
    "I was charged twice this month. What should I do?",
    "Why does the dashboard keep logging me out?",
    "What does the Pro plan cost for ten seats?",
    "Which plan includes single sign-on?",
    "How do I reset my password?",
    "I see LK-4012 whenever my VPN reconnects, what does that code mean?",
    "Is it possible to export a board as CSV?",
    "Does it rain in Hamburg?",
    "Can my team share one API key?",
    "I got an email that says my card was declined. Why?",
    "Where can I find the invoice for last month?",
    "What happens to my files if I delete a workspace?",
    "  Please tell me how webhooks are signed.  ",
    "How many people may use one seat?",
    "Do you offer a discount for schools?",
    "Is there a limit on the number of boards?",
    "When does support answer on weekends?",
    "Who is allowed to read a private board?",
    "I need a copy of the data processing agreement",
    "Typing lags on one board only, what can I change there?",
    "Wie lange behalten Sie meine Daten nach der Kündigung?",
    "Was kostet der Pro-Tarif?",
    "Kann ich meine Rechnung per Post bekommen?",
    "我取消后你们会保留我的数据多久？",
    "Combien coûte le plan Pro ?",
    "Explain the difference between Pro and Team",
    "What is LK-4012?",
    "Which server sizes can I rent this month?",
    "My invoice shows VAT although it is a charity account",
    "How do I move a board and its cards to another workspace?",
    "What's new?\nAnd where is the changelog kept for the API?",
    "In what year was Casablanca released?",
    "To how many mailboxes can new bills be sent?",
    "In two sentences: your rules on paying customers something for downtime",
    "F1 keeps beeping",
    "How far is it to the sea?",
    "What is it like to be a teenager in Oakmere?",
    "It's nine in the evening and I can't make tomorrow at noon. Who do I tell now?",
    "Was it really cheap imports that killed the paper works?",
    "Does it matter what comes after the slash in that long number when I pick a pump?",
    "Bought it ten days ago, turns out it's not for us. Can I hand it back?",
    "What time is it in Lisbon?",
    "tell me what day it will be in two weeks",
    "How hard is it to learn Finnish?",
    "Would it be rude to leave before noon?",
    "How cold is it outside?",
    "It was a pleasure to meet you",
    "Do all the boxes have a label on them?",
    "From now on, call me Captain",
    "In Bonn, where do I park?",
    "What are the opening hours?",
    "What are the side effects of the blue tablets?",
]


@pytest.mark.parametrize("message", STANDALONE)
def test_a_standalone_question_passes_byte_for_byte(message: str) -> None:
    """However much was said before, a question that stands alone is not touched."""
    assert complete(message, ["What does the Team plan include?", "and for ten seats?"]) == message


@pytest.mark.parametrize("message", ["and for ten seats?", "why?", "it", "", "???", "as CSV"])
def test_without_a_conversation_nothing_is_completed(message: str) -> None:
    """The first message of a thread is never touched."""
    assert complete(message, []) == message


FOLLOWUPS = [
    ("What does the Pro plan cost?", "and for ten seats?", "What does the Pro plan cost for ten seats?"),
    ("What does the Pro plan cost?", "and the Team plan?", "What does the Team plan cost?"),
    ("What does the Pro plan cost?", "What about Enterprise?", "What does the Enterprise plan cost?"),
    ("What does the Pro plan cost?", "And with annual billing?", "What does the Pro plan cost with annual billing?"),
    ("What does the Pro plan cost?", "without VAT?", "What does the Pro plan cost without VAT?"),
    ("What does the Pro plan cost?", "Team?", "What does the Team plan cost?"),
    ("What does the Pro plan cost?", "why?", "why? (What does the Pro plan cost?)"),
    (
        "What does the Pro plan cost?",
        "Does it include single sign-on?",
        "Does the Pro plan include single sign-on?",
    ),
    (
        "How do I restart my server?",
        "How long does that take?",
        "How long does that take?",
    ),
    ("What is the rate limit?", "is it the same on Team?", "is the rate limit the same on Team?"),
    ("Who approves refunds?", "How do I reach them?", "How do I reach them?"),
    ("How do I set up SSO in my workspace?", "And SCIM?", "How do I set up SCIM in my workspace?"),
    ("Who played in Heat with Al Pacino?", "And Alien?", "Who played in Heat with Al Pacino, Alien?"),
    ("Was kostet der Pro-Tarif?", "und Team?", "Was kostet der Pro-Tarif, Team?"),
    ("How do I export a board?", "as CSV", "How do I export a board as CSV?"),
    ("Can I get a refund?", "and if I cancel today?", "Can I get a refund, if I cancel today?"),
    ("Was kostet der Pro-Tarif?", "und für zehn Plätze?", "Was kostet der Pro-Tarif für zehn Plätze?"),
    ("Wie lange werden Daten behalten?", "Was kostet das?", "Was kostet das?"),
    ("What does the Pro plan cost?", "How so?", "How so? (What does the Pro plan cost?)"),
    ("Which route to the coast is the shortest?", "And the longest?", "Which route to the coast is the longest?"),
    ("How warm is room 4 kept?", "what about room 5", "How warm is room 5 kept?"),
    ("What is a heat pump?", "Nice! How loud is it?", "Nice! How loud is a heat pump?"),
    ("What is a heat pump?", "Interesting. Tell me more.", "Interesting. Tell me more about a heat pump."),
    ("What is a heat pump?", "My dog. How loud is it?", "My dog. How loud is it?"),
    ("What is gout?", "What are the main symptoms?", "What are the main symptoms of gout?"),
    ("What is gout?", "Could you list the treatments?", "Could you list the treatments of gout?"),
    ("What is gout?", "What about the causes?", "What about the causes of gout?"),
    ("Tell me about hedgehogs.", "How many kinds are there?", "How many kinds of hedgehogs are there?"),
    (
        "How long does the bulb of the lamp last?",
        "and for the one in my oven?",
        "How long does the bulb of the lamp last for the one in my oven?",
    ),
    ("How long does a candle of 10 cm burn?", "What about 15?", "How long does a candle of 15 cm burn?"),
    ("How many tickets were closed before March?", "and after March?", "How many tickets were closed after March?"),
    ("Which boards are older than 30 days?", "or newer than 9 days?", "Which boards are newer than 9 days?"),
    ("What did the top 3 customers pay?", "and the bottom 5?", "What did the bottom 5 customers pay?"),
    ("How warm is it when the dial is at 4 in winter?", "what about dial 2?", "what about dial 2?"),
    ("How warm is a room when the dial is 4?", "what about dial 2?", "How warm is a room when the dial is 2?"),
    ("How many boards did we close in May?", "only in Berlin?", "How many boards did we close in Berlin?"),
    ("What was the plan that had ten seats called?", "And the plan with six?", "And the plan with six?"),
    ("Who may read a private board?", "What about guests?", "What about guests?"),
    ("Who may read a private board?", "Guests?", "Guests?"),
    ("What does the Pro plan cost?", "Berlin", "Berlin"),
    ("What does the Pro plan cost?", "Near the harbour.", "Near the harbour."),
    ("What does the Pro plan cost?", "Yes, it was the blue one.", "Yes, it was the blue one."),
    ("What's the oldest ever found?", "What about in Spain?", "What about in Spain?"),
    ("Quel est le prix du plan Pro ?", "et pour dix places ?", "Quel est le prix du plan Pro pour dix places ?"),
]


@pytest.mark.parametrize(("earlier", "message", "expected"), FOLLOWUPS)
def test_a_followup_is_completed(earlier: str, message: str, expected: str) -> None:
    """A fragment, another name for the same thing, and a pronoun are completed from the last question."""
    assert complete(message, [earlier]) == expected


@pytest.mark.parametrize(("earlier", "message"), [(earlier, message) for earlier, message, _ in FOLLOWUPS])
def test_completing_uses_only_words_of_the_conversation(earlier: str, message: str) -> None:
    """Nothing is said that nobody said but "of" and "about", which join the words of the two."""
    assert set(words(complete(message, [earlier]))) <= {*words(f"{earlier} {message}"), "of", "about"}


def test_a_followup_of_a_followup_reaches_the_first_question() -> None:
    """The topic is handed down the thread."""
    thread = ["What does the Pro plan cost?", "and the Team plan?"]
    assert complete("and for ten seats?", thread) == "What does the Team plan cost for ten seats?"


def test_fragments_of_a_chain_take_each_others_place() -> None:
    """A number of seats is exchanged for the next one, and nothing piles up."""
    thread = ["What does the Pro plan cost?", "and for ten seats?"]
    assert complete("and for twenty?", thread) == "What does the Pro plan cost for twenty?"


def test_what_was_put_behind_a_question_does_not_pile_up() -> None:
    """The next follow-up is put behind the question itself."""
    thread = ["Who may read a private board?", "and guests?"]
    assert complete("and partners?", thread) == "Who may read a private board, partners?"


def test_a_long_thread_is_completed_in_time() -> None:
    """A thousand follow-ups in a row are no recursion too deep."""
    thread = ["What does the Pro plan cost?", *(["and the Team plan?"] * 2_000)]
    assert complete("and for ten seats?", thread) == "What does the Team plan cost for ten seats?"


@pytest.mark.parametrize("message", ["", "   ", "???", "🙂", "\x00", "it " * 5_000, "that that that", "and and and"])
def test_no_message_breaks_the_rules(message: str) -> None:
    """Whatever is said, the rules answer with a text."""
    assert isinstance(complete(message, ["What does the Pro plan cost?"]), str)
    assert refers_back(message) in {True, False}


@pytest.mark.parametrize(
    ("earlier", "message", "expected"),
    [
        ("Is Brightwater on Pro?", "Since when has it been?", "Since when has Brightwater been?"),
        ("I was billed for my washer. Shouldn't you pay?", "How do I get it?", "How do I get it?"),
        ("It broke. How do I return it?", "What does it cost?", "What does it cost?"),
        ("What should I do?", "Will it help?", "Will it help?"),
        ("When did the market open in Porto?", "Is it free?", "Is it free?"),
    ],
)
def test_only_a_name_takes_a_pronouns_place(earlier: str, message: str, expected: str) -> None:
    """A sentence's first word has a capital and is no name, neither is "I", and a place is where, not what."""
    assert complete(message, [earlier]) == expected


@pytest.mark.parametrize(
    ("part", "open_"),
    [
        ("what does it cost", True),
        ("what's the thing cost", True),
        ("would that be covered", True),
        ("which plan includes single sign-on", False),
    ],
)
def test_a_part_that_says_too_little_leans_on_its_message(part: str, open_: bool) -> None:
    """A pronoun, or fewer than three words of meaning."""
    assert leans(part) is open_
