"""Which pronouns point back: not those that stand for nothing, and not those whose noun stands in the same sentence."""

from __future__ import annotations

import pytest

from routing.followup import complete, refers_back

STAND_FOR_NOTHING = [
    "Is it worth repairing an old laptop?",
    "Does it matter if I take aspirin with milk?",
    "How much does it cost to send a parcel to Norway?",
    "How does it feel to be weightless?",
    "Does it make sense to lease a car?",
    "Why is it that cats purr?",
    "Is it just me or is coffee getting more expensive?",
    "It seems that my router restarts every night, why?",
    "When it comes to insurance, what is a deductible?",
    "Who was it that invented the telephone?",
    "What is it I have to sign for a visa?",
    "Will I make it to the airport by six from Camden?",
    "Do they speak English in Malta?",
    "What do they call crisps in America?",
    "Is it common for toddlers to bite?",
    "Is it rude to tip in Japan?",
    "What does it mean to deprecate an API?",
    "How did it come about that Alaska is American?",
    "Does it hurt to get a tattoo on the wrist?",
    "What makes it hard to learn Finnish?",
    "Why does it get dark early in winter?",
    "How cold does it get in Oslo in January?",
    "Do you think it will rain in Rome tomorrow?",
    "How likely is it that a parcel gets lost?",
    "Is it too late to apply for the spring course?",
    "What is it about lavender that calms people?",
]

BOUND = [
    "Do cats know their names?",
    "Does Spain have its own army?",
    "What do bees do with their honey in winter?",
    "Can companies read the mail of their employees?",
    "My manager and his boss disagree, who decides on leave?",
    "How do I tell the guard that he is wrong about me?",
    "Before she died, what did Marie Curie work on?",
    "Despite its name, is the guinea pig a pig?",
    "What happens to those who miss the deadline for taxes?",
    "Which of these is a mammal: a whale, a shark or a tuna?",
    "Is this true: the moon has no atmosphere?",
    "Where is it, the town hall of Basel?",
    "What are they called, the people who draw maps?",
]

OPEN = [
    "Is it heavy?",
    "Is it safe to eat?",
    "How much does it cost?",
    "Does it hurt?",
    "What does it mean?",
    "Does it matter?",
    "Is it hard to learn?",
    "Is it worth buying?",
    "How hot does it get?",
    "Does it get loud?",
    "What is it used for?",
    "How often should I clean it?",
    "Does it need its own server?",
    "Can you tell me its size?",
    "Do you know their address?",
    "What are its side effects?",
    "Who are their enemies?",
    "Do shops sell them?",
    "If it breaks, what does the warranty cover?",
    "In its first year, is it free?",
    "How does it work when I am offline?",
]

THREADS = [
    ["What does the Team plan include?", "How do I export a board of the Pro plan?"],
    ["Who was Frida Kahlo?"],
    ["What are heat pumps?"],
]


@pytest.mark.parametrize("message", STAND_FOR_NOTHING + BOUND)
def test_a_pronoun_that_points_nowhere_takes_no_noun_of_the_conversation(message: str) -> None:
    """Whatever was spoken of, it is not put into a question that does not speak of it."""
    assert [complete(message, thread) for thread in THREADS] == [message] * len(THREADS)
    assert not refers_back(message)


@pytest.mark.parametrize("message", OPEN)
def test_a_pronoun_without_a_noun_points_back(message: str) -> None:
    """What the question speaks of has to be sought in what was said before."""
    assert refers_back(message)


def test_they_are_not_one_person() -> None:
    """A question about several people takes no single name."""
    assert complete("Where do they live?", ["Who was Frida Kahlo?"]) == "Where do they live?"
    assert complete("Where do they live?", ["Who were Genesis?"]) == "Where do Genesis live?"


@pytest.mark.timeout(20)
def test_a_long_message_is_read_in_time_that_grows_with_it() -> None:
    """The noun is sought near the pronoun, so that a pasted document is not read again for each of its pronouns."""
    assert not refers_back("My printer and its cable broke, so it and its ink went back. " * 8000)
