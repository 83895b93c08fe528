"""What a conversation is about, and which pronoun may stand for it."""

from __future__ import annotations

import pytest

from routing.antecedents import Subject, subject
from routing.followup import complete
from routing.pronouns import open_pronoun


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is a heat pump?", Subject("a heat pump", None, False)),
        ("Tell me about the history of the Kiel Canal.", Subject("the Kiel Canal", False, False)),
        ("What are the causes of gout?", Subject("gout", False, False)),
        ("How are candles made?", Subject("candles", True, False)),
        ("How heavy do Shetland ponies get?", Subject("Shetland ponies", True, False)),
        ("When did the Hansa league end?", Subject("the Hansa league", False, False)),
        ("When did the Hansa win the war?", Subject("the Hansa", None, False)),
        ("Why do people like Japanese food?", Subject("Japanese food", False, False)),
        ("Who was Ada Lovelace?", Subject("Ada Lovelace", False, True)),
        ("Who were Genesis?", Subject("Genesis", True, True)),
        ("When did Ada Lovelace die?", Subject("Ada Lovelace", None, None)),
        ("Tell me more about the University of Oslo.", Subject("the University of Oslo", False, False)),
        ("What happens in Porto?", None),
        ("What is Kepler's third law?", None),
        ("Can you tell me what a heat pump is?", Subject("a heat pump", None, False)),
        ("I would like to know how candles are made.", Subject("candles", True, False)),
        ("Could you give me some information on gout?", Subject("gout", False, False)),
        ("Which is the fastest of all?", None),
        ("How do I restart my server?", None),
    ],
)
def test_a_questions_form_tells_what_it_is_about(question: str, expected: Subject | None) -> None:
    """Its own words, whether several are meant, and whether somebody is; nothing where it cannot be told."""
    assert subject(question) == expected


@pytest.mark.parametrize(
    ("thread", "message", "expected"),
    [
        (["What is a violin?", "What are the parts?"], "How old is it?", "How old is a violin?"),
        (["Tell me about hedgehogs.", "What is their main food?"], "Where do they sleep?", "Where do hedgehogs sleep?"),
        (["Tell me about the Kiel Canal.", "Who was Otto Dahl?"], "What did he build?", "What did Otto Dahl build?"),
        (["Who was Ada Lovelace?"], "What is her best known work?", "What is Ada Lovelace's best known work?"),
        (["Who was Ada Lovelace?"], "Is it heavy?", "Is it heavy?"),
        (["What is gout?"], "What foods cause it?", "What foods cause gout?"),
        (["What is gout?", "How many swans live on a lake?"], "Is it deep?", "Is it deep?"),
        (["What are violins?"], "Which of them is best?", "Which of them is best?"),
        (["What is a violin?"], "How did Paganini hold it?", "How did Paganini hold a violin?"),
        (["What is a violin?", "How did Paganini hold it?"], "Is it heavy?", "Is a violin heavy?"),
        (["What is a violin?", "What are the strings?"], "Is it heavy?", "Is a violin heavy?"),
        (["What is a violin?", "What kinds exist?"], "Is it heavy?", "Is a violin heavy?"),
        (["What is a violin?", "Can I pay by invoice?"], "When is it due?", "When is it due?"),
        (["What are violins?", "Which one has a chin rest?"], "How do I fit it?", "How do I fit it?"),
        (["How do I clean my Fjell 60?"], "How often should I do it?", "How often should I do it?"),
        (["How loud is the Fjell 60?"], "Does it have a drawer?", "Does the Fjell 60 have a drawer?"),
        (["How long is the guarantee on a Crema Duo?"], "Is it free?", "Is the guarantee on a Crema Duo free?"),
    ],
)
def test_a_pronoun_takes_the_nearest_subject_that_agrees(thread: list[str], message: str, expected: str) -> None:
    """Several for "they", one for "it", somebody for "she"; a question about something else bars what came before."""
    assert complete(message, thread) == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Which foods cause it?", "it"),
        ("Is it similar to rugby?", "it"),
        ("Is it easy to learn?", "it"),
        ("Is it used to cut glass?", "it"),
        ("I bought a lamp and want to return it", None),
        ("How long has it been since the last strike?", None),
        ("Is it cheaper to buy two tickets?", None),
        ("Is it going to rain tomorrow?", None),
    ],
)
def test_a_pronoun_is_open_where_its_own_text_has_no_noun_for_it(text: str, found: str | None) -> None:
    """Not where a clause or the weather is what "it" says, nor where an earlier clause names the thing."""
    pronoun = open_pronoun(text)
    assert (pronoun[0] if pronoun else None) == found
