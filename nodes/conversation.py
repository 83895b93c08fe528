"""Reading the conversation out of the state's messages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langchain_core.messages.utils import count_tokens_approximately, trim_messages

from errors import InputError
from knowledge.text import clean
from routing.conversation import History
from routing.courtesy import without_courtesy

MAX_CHARACTERS = 20_000
CUTS = 4
"""Into how many parts the window is divided for cutting."""


def user_message(messages: Sequence[AnyMessage]) -> str:
    """The message to answer, as the user wrote it (without characters no store or terminal can carry).

    Raises InputError where the last message is not the user's, is empty, or is longer than 20,000 characters.
    """
    if not messages or not isinstance(messages[-1], HumanMessage):
        raise InputError("messages: the last message must be the user's; send one with role 'user'")
    text = clean(messages[-1].text)
    if not text.strip():
        raise InputError("message: it is empty; ask a question")
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"message: it has {len(text):,} characters; at most {MAX_CHARACTERS:,} can be asked at once")
    return text


def earlier_questions(messages: Sequence[AnyMessage]) -> list[str]:
    """What the user said before the message that is to be answered, oldest first."""
    return [clean(message.text) for message in until_asked(messages)[:-1] if isinstance(message, HumanMessage)]


def asked_before(messages: Sequence[AnyMessage]) -> list[str]:
    """The same without the forms of a letter: what a follow-up may be completed from."""
    return [without_courtesy(one) for one in earlier_questions(messages)]


def until_asked(messages: Sequence[AnyMessage]) -> list[AnyMessage]:
    """The conversation up to the user's last message: without the answer that this run has already given to it."""
    return list(messages[:-1] if messages and messages[-1].type == "ai" else messages)


def said_before(messages: Sequence[AnyMessage]) -> History:
    """The user's turns and the answers before the message that is to be answered."""
    answers = [clean(message.text) for message in until_asked(messages)[:-1] if isinstance(message, AIMessage)]
    return History(tuple(earlier_questions(messages)), tuple(answers))


def transcript(messages: Sequence[AnyMessage], window_tokens: int) -> str:
    """The conversation before the last message as text, its oldest part cut off to fit the window.

    It is cut by a quarter of the window at a time: a beginning that moved with every turn would never be found in a
    provider's prompt cache.
    """
    spoken = [message for message in messages[:-1] if isinstance(message, HumanMessage | AIMessage)]
    sizes = [count_tokens_approximately([message]) for message in spoken]
    step = window_tokens / CUTS
    gone = step * math.ceil(max(sum(sizes) - window_tokens, 0) / step)
    ends = list(accumulate(sizes))
    fits = [message for message, end in zip(spoken, ends, strict=True) if end > gone]
    # One message may be wider than all the room there is.
    kept = trim_messages(
        fits, max_tokens=window_tokens, token_counter=count_tokens_approximately, strategy="last", start_on="human"
    )
    lines = [f"{'User' if isinstance(message, HumanMessage) else 'Assistant'}: {message.text}" for message in kept]
    return "\n".join(lines) or "(none)"
