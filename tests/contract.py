"""The contract of a base: what every kind of base keeps, inherited by each kind's own test."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from errors import FilterError
from knowledge.bases.base import Base, Search
from knowledge.passage import Passage

TEXTS = {
    "refunds.md": "# Refunds\n\nA first purchase is refunded within thirty days.\n",
    "renewals.md": "# Renewals\n\nRenewals of a purchase are not refunded after thirty days.\n",
    "outages.md": "# Outages\n\nAn outage of one hour earns ten percent of service credit.\n",
    "seats.md": "# Seats\n\nA seat of the Pro plan costs fourteen dollars a month.\n",
    "sessions.md": "# Sessions\n\nA session ends after twelve hours without activity.\n",
}
"""What a base under test holds: five documents of one passage each."""

QUESTION = "Within how many days is a first purchase refunded?"
UNRELATED = "xylophone zeppelin quokka"


class BaseContract:
    """Inherit, and override the fixture `base` with one that holds TEXTS and is called `wiki`."""

    @pytest.fixture
    def base(self) -> Base:
        """The base under test."""
        raise NotImplementedError

    def source(self, file: str) -> str:
        """What the base under test calls the source of one of TEXTS."""
        return f"wiki/{file}"

    def test_it_has_the_name_it_was_opened_by(self, base: Base) -> None:
        """A base is known by its catalog name."""
        assert base.name == "wiki"

    def test_the_passage_that_answers_comes_first(self, base: Base) -> None:
        """The best passage is the one that answers, whole and with its source."""
        first = base.search(Search(QUESTION, k=3, threshold=0.2))[0]
        assert (first.base, first.source) == ("wiki", self.source("refunds.md"))
        assert first.text == "A first purchase is refunded within thirty days."

    def test_passages_are_sorted_and_scored_between_zero_and_one(self, base: Base) -> None:
        """Scores fall from first to last and lie in [0, 1]; ids are unique."""
        found = base.search(Search(QUESTION, k=5, threshold=0.0))
        scores = [passage.score for passage in found]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)
        assert len({passage.id for passage in found}) == len(found) > 1

    @pytest.mark.parametrize("k", [1, 2, 4])
    def test_at_most_k_passages_come_back(self, base: Base, k: int) -> None:
        """The number k bounds the answer and a larger k only adds to it."""
        everything = base.search(Search(QUESTION, k=5, threshold=0.0))
        assert base.search(Search(QUESTION, k=k, threshold=0.0)) == everything[:k]

    def test_k_larger_than_the_base_gives_all_there_is(self, base: Base) -> None:
        """Asking for more than the base holds is no error."""
        assert len(base.search(Search(QUESTION, k=1000, threshold=0.0))) <= len(TEXTS)

    def test_nothing_clears_an_impossible_threshold(self, base: Base) -> None:
        """Where nothing is at least at the threshold the answer is empty."""
        assert base.search(Search(QUESTION, k=3, threshold=0.999)) == []

    def test_a_higher_threshold_only_takes_away(self, base: Base) -> None:
        """What clears a high threshold clears a low one."""
        low = {passage.id for passage in base.search(Search(QUESTION, k=5, threshold=0.1))}
        high = {passage.id for passage in base.search(Search(QUESTION, k=5, threshold=0.4))}
        assert high < low or high == low
        assert high

    def test_what_is_not_there_is_not_found(self, base: Base) -> None:
        """A question about nothing in the base finds nothing."""
        assert base.search(Search(UNRELATED, k=3, threshold=0.2)) == []

    @pytest.mark.parametrize(
        "text", ["", " ", "???", "🙂", "\x00", "x" * 20_000, '" OR 1=1 --', "(*)", "AND OR NOT NEAR", "保留"]
    )
    def test_any_text_can_be_searched_for(self, base: Base, text: str) -> None:
        """No text makes a search fail."""
        assert isinstance(base.search(Search(text, text, k=3, threshold=0.2)), list)

    def test_a_filter_that_matches_nothing_finds_nothing(self, base: Base) -> None:
        """A filter narrows; one that nothing satisfies leaves nothing, on a key of the base's own too."""
        assert base.search(Search(QUESTION, k=3, threshold=0.0, filter={"source": "wiki/absent.md"})) == []
        assert base.search(Search(QUESTION, k=3, threshold=0.0, filter={"base": "another"})) == []

    def test_a_filter_on_a_field_that_is_not_stored_is_refused(self, base: Base) -> None:
        """A misspelt field is a typed failure that names it, never a search without it or one that finds nothing."""
        with pytest.raises(FilterError, match=r"unknown field 'nokey'; stored: .*source"):
            base.search(Search(QUESTION, k=3, threshold=0.0, filter={"nokey": 1}))

    def test_the_operators_reach_the_store(self, base: Base) -> None:
        """A filter with operators finds what it says."""
        either = {
            "$or": [{"source": {"$in": [self.source("seats.md")]}}, {"source": self.source("outages.md")}],
            "position": {"$lt": 9},
        }
        found = base.search(Search(QUESTION, k=5, threshold=0.0, filter=either))
        assert {passage.source for passage in found} == {self.source("seats.md"), self.source("outages.md")}

    def test_a_filter_narrows(self, base: Base) -> None:
        """Every passage satisfies the filter that came with the search."""
        found = base.search(Search(QUESTION, k=3, threshold=0.0, filter={"source": self.source("seats.md")}))
        assert [passage.source for passage in found] == [self.source("seats.md")]

    def test_the_users_own_words_find_as_well(self, base: Base) -> None:
        """The literal words are a second query; they never take away what the question finds."""
        alone = base.search(Search(QUESTION, k=3, threshold=0.2))
        with_words = base.search(Search(QUESTION, "how long does a session last", k=3, threshold=0.2))
        assert alone[0] == with_words[0]

    def test_the_same_search_gives_the_same_answer(self, base: Base) -> None:
        """Searching is deterministic and leaves no trace."""
        search = Search(QUESTION, k=5, threshold=0.0)
        assert base.search(search) == base.search(search) == base.search(search)

    def test_sixteen_threads_get_what_one_gets(self, base: Base) -> None:
        """Searches at once do not disturb each other."""
        searches = [Search(text, k=2, threshold=0.0) for text in TEXTS.values()] * 16
        expected = [base.search(search) for search in searches[: len(TEXTS)]] * 16
        with ThreadPoolExecutor(16) as pool:
            assert list(pool.map(base.search, searches)) == expected

    def test_passages_survive_the_state(self, base: Base) -> None:
        """A passage is the same after a trip through plain dicts."""
        for passage in base.search(Search(QUESTION, k=3, threshold=0.0)):
            assert Passage.from_dict(passage.to_dict()) == passage
