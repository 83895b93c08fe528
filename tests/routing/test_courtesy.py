"""What stands around a question: which forms are left out, and what is never touched."""

from __future__ import annotations

import time

import pytest

from routing.courtesy import the_question, without_courtesy

ASKED = "How long do you keep my data after I cancel?"


@pytest.mark.parametrize(
    "message",
    [
        f"Hi there, {ASKED}",
        f"Hello!\n\n{ASKED}",
        f"hi anna, {ASKED}",
        f"Hi Dr. Meier,\n{ASKED}",
        f"Dear Customer Service Team, {ASKED}",
        f"Dear Sir or Madam,\n\n{ASKED}",
        f"Good morning team: {ASKED}",
        f"Dear Support Team,\nI hope this mail finds you well. {ASKED}",
        f"Hi, how are you today? Quick question: {ASKED}",
        f"Hey, I have a quick question about our contract. {ASKED}",
        f"Hello, my name is Maria Lopez. {ASKED}",
        f"{ASKED} Thanks in advance!",
        f"{ASKED} thank you so much",
        f"{ASKED} Any help is appreciated. Many thanks",
        f"{ASKED} Please advise. Best regards, Maria",
        f"{ASKED}\n\nLooking forward to your reply.\n\nKind regards,\nMaria Lopez\nOperations\nNorthwind, 12 Elm St",
        f"{ASKED}\n\n--\nMaria Lopez | +49 30 5550 | northwind.example",
        f"{ASKED}\n\nSent from my iPhone",
        f"{ASKED}\n\nOn Mon, 3 Mar 2025 at 10:00, Support <help@firm.example> wrote:\n> What can we do for you?",
        f"Sehr geehrte Damen und Herren,\n\nich hoffe, es geht Ihnen gut. {ASKED}\n\nFreundliche Grüße\nM. Muster",
        f"Bonjour, j'ai une question. {ASKED} Merci d'avance. Cordialement, Luc",
        f"Hola, espero que estén bien. {ASKED} Muchas gracias. Saludos, Ana",
    ],
)
def test_the_forms_of_a_letter_are_left_out(message: str) -> None:
    """Salutations, wishes, thanks, closings, signatures and what is replied to, in four languages."""
    assert without_courtesy(message) == ASKED


@pytest.mark.parametrize(
    "message",
    [
        ASKED,
        "Hello",
        "Thanks!",
        "Hi, thanks a lot, bye",
        "best regards",
        "Hello Kitty products?",
        "What does 'kind regards' mean?",
        "Best plan for ten people?",
        "Dear diary",
        "I hope you can restore my board. It was deleted yesterday.",
        "Thanks, and how much is Pro?",
        "hi my dashboard is broken, what can i do",
        "hello the invoice of may, where is it",
        "hey what does it cost, and when",
        "Where does the thanks page lead",
        "Please let me know the price of Pro.",
        "The invoice says:\n\nRegards fee 12.00\n\nWhat is it for?",
        "How do I\n  keep   my  blanks ?  ",
    ],
)
def test_everything_else_stays_to_the_byte(message: str) -> None:
    """A courtesy alone, words that only look like one, and statements that carry what is asked."""
    assert without_courtesy(message) == message


def test_what_follows_a_closing_is_read_where_it_asks() -> None:
    """A question under the signature, or a text too long for one, was meant to be read."""
    asked = f"Is it fixed?\n\nThanks,\nMaria\n\nPS: {ASKED}"
    assert without_courtesy(asked) == asked
    long = "Is it fixed?\n\nThanks,\n" + "The board shows nothing since Monday and we need it. " * 9
    assert without_courtesy(long) == long


@pytest.mark.parametrize(
    "piece",
    [
        "\n",
        "\n\n",
        " ",
        "Hi A ",
        "Dear Dr. ",
        "best, and best ",
        "hi ",
        "Dear ",
        "thanks ",
        "\nregards\n",
        "a. ",
        "Hello, " * 3,
        "-- \n",
        "I hope ",
    ],
)
def test_a_long_message_is_read_quickly(piece: str) -> None:
    """Twenty thousand characters of any form, a message's most, cost no more than a moment."""
    began = time.perf_counter()
    without_courtesy((piece * 20_000)[:20_000])
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (f"We are a small team and mostly happy. {ASKED}", ASKED),
        (f"{ASKED} We leave in May.", ASKED),
        (ASKED, ASKED),
        ("We are leaving. Can I hand it back?", "We are leaving. Can I hand it back?"),
        ("The board is gone. It was here yesterday.", "The board is gone. It was here yesterday."),
        (f"{ASKED} What does the Pro plan cost?", f"{ASKED} What does the Pro plan cost?"),
        ("I was billed twice. Why is that?", "I was billed twice. Why is that?"),
    ],
)
def test_the_one_question_of_a_message_is_found(text: str, asked: str) -> None:
    """Where exactly one sentence asks and is understood alone; else the whole text."""
    assert the_question(text) == asked
