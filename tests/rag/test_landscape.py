"""Papers on a plane: near what they are like, the same every time, within the picture."""

from __future__ import annotations

import numpy as np

from rag.landscape import Landscape, landscape, positions
from rag.themes import Theme, find_themes
from tests.support.world import World


def clusters(count: int, each: int) -> tuple[np.ndarray, tuple[Theme, ...]]:
    """Vectors around a few directions, and the themes that they are."""
    random = np.random.default_rng(0)
    centres = random.normal(size=(count, 48))
    vectors = np.concatenate([one + 0.5 * random.normal(size=(each, 48)) for one in centres])
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    own = [tuple(range(one * each, (one + 1) * each)) for one in range(count)]
    return vectors, tuple(Theme((f"theme {number}",), papers) for number, papers in enumerate(own))


def test_papers_lie_nearer_to_those_of_their_theme_than_to_others() -> None:
    vectors, themes = clusters(3, 40)
    found = positions(vectors, themes)
    apart = np.linalg.norm(found[:, None] - found[None], axis=2)
    theme = np.repeat(np.arange(3), 40)
    same = theme[:, None] == theme[None]
    assert apart[same].mean() < 0.5 * apart[~same].mean()


def test_many_papers_fill_the_picture_and_stay_in_it() -> None:
    vectors, themes = clusters(12, 250)
    found = positions(vectors, themes)
    assert (found.min(), found.max()) == (0.0, 1.0)
    # In a grid of 20 by 20, no cell is crowded: 3,000 papers would be 7.5 each.
    cells, _, _ = np.histogram2d(found[:, 0], found[:, 1], bins=20)
    assert cells.max() < 75
    assert (positions(vectors, themes) == found).all()


def test_even_one_paper_and_two_alike_have_a_place() -> None:
    one = np.ones((1, 4), dtype=np.float32)
    assert positions(one, (Theme(("x",), (0,)),)).shape == (1, 2)
    two = np.ones((2, 4), dtype=np.float32)
    assert np.isfinite(positions(two, find_themes(two, lambda number: "a b"))).all()


def test_a_collection_has_each_paper_once_with_its_theme(world: World) -> None:
    land = world.assistant.landscape()
    assert [place.paper_id for place in land.places] == list(world.snapshot.ids)
    assert {place.theme for place in land.places} == set(range(len(land.themes)))
    assert all(0 <= place.x <= 1 and 0 <= place.y <= 1 for place in land.places)
    assert landscape(world.snapshot) == land


def test_an_empty_collection_has_an_empty_landscape() -> None:
    class Nothing:
        def __len__(self) -> int:
            return 0

    assert landscape(Nothing()) == Landscape((), ())  # type: ignore[arg-type]
