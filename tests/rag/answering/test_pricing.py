"""What tokens cost, where that is known."""

from rag.answering.pricing import Price, price_of
from rag.settings import OPENAI_URL


def test_a_cost_is_in_dollars_for_a_price_per_million() -> None:
    assert Price(0.5, 2.0).cost(1_000_000, 500_000) == 1.5


def test_a_listed_model_has_its_price_where_it_is_sold() -> None:
    assert price_of("gpt-4o-mini", OPENAI_URL) == Price(0.15, 0.60)


def test_the_same_name_elsewhere_has_no_price() -> None:
    assert price_of("gpt-4o-mini", "https://api.openai.com.example.org/v1") is None


def test_an_unlisted_model_has_no_price() -> None:
    assert price_of("gpt-0", OPENAI_URL) is None


def test_a_price_of_nothing_is_a_price() -> None:
    free = Price(0.0, 0.0)
    assert price_of("m", "http://127.0.0.1/v1", read=0.0) == free
    assert price_of("m", "http://127.0.0.1/v1", written=0.0) == free
    assert price_of("m", "http://127.0.0.1/v1", read=0.0, written=0.0) == free


def test_a_price_that_is_set_takes_the_place_of_the_listed_one() -> None:
    assert price_of("gpt-4o-mini", OPENAI_URL, read=0.0) == Price(0.0, 0.60)
    assert price_of("gpt-4o-mini", OPENAI_URL, read=1.0, written=2.0) == Price(1.0, 2.0)
