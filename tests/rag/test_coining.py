import pytest

from rag.coining import coined_names, named_things


@pytest.mark.parametrize(
    ("abstract", "name"),
    [
        ("Kites drift. We propose KiteLock, which holds them in place.", "KiteLock"),
        ("We cast drift as a game, termed the Wind Game, and solve it.", "Wind Game"),
        ("Our remedy, Slow Anchor, needs no motor. It costs little.", "Slow Anchor"),
        ("We test kites with a new benchmark, KITE-9, of ninety flights.", "KITE-9"),
        ("We design a controller of tethers, the steering method TethR. It is fast.", "TethR"),
        ("We introduce the Hen & Fox, two nets that chase each other.", "Hen & Fox"),
        ("We propose **E$^2$-KiteNet** for steering kites.", "E2-KiteNet"),
    ],
)
def test_a_name_is_found_in_every_way_of_coining_it(abstract: str, name: str) -> None:
    assert coined_names(abstract)[0] == name


@pytest.mark.parametrize(
    "abstract",
    [
        "Kite steering is hard. We study it with reinforcement learning (RL) in Norway.",
        "We give a bound for Markov Tether Problems (MTPs) that is tight.",
        "Unlike PPO and TRPO, a rule of thumb steers kites well.",
        "We show that kites steer themselves in weak wind.",
    ],
)
def test_what_is_only_mentioned_is_no_name(abstract: str) -> None:
    assert coined_names(abstract) == ()


def test_a_name_with_its_long_form_gives_both() -> None:
    abstract = "We propose Gentle Tether Control (GTC). GTC keeps kites aloft."
    assert coined_names(abstract) == ("Gentle Tether Control", "GTC")


def test_the_method_comes_before_its_parts() -> None:
    abstract = (
        "We propose KiteLock, a controller for tethers. KiteLock rests on a new loss, called "
        "TautLoss, and on a Wind Reading Module (WRM). TautLoss pulls; the WRM listens."
    )
    assert coined_names(abstract)[0] == "KiteLock"


def test_names_that_differ_only_in_number_are_one() -> None:
    abstract = "We introduce TetherBots. A TetherBot holds one kite; our TetherBots hold many."
    assert coined_names(abstract) == ("TetherBots",)


def test_things_shaped_like_names_are_listed_coined_or_not() -> None:
    assert named_things("KiteLock beats PID-3 and TRPO, see https://kites.example/QQQ1") == (
        "KiteLock",
        "PID-3",
        "TRPO",
    )
