from rag.names import NameIndex, key


def _index(**names: int) -> NameIndex:
    return NameIndex.build(
        [(name.replace("__", " & ").replace("_", "-"), paper) for name, paper in names.items()],
        is_everyday=lambda folded: folded == "scale",
        is_known_word=lambda word: word in {"which", "papers", "beats", "works", "tuning"},
    )


def test_case_hyphens_and_latex_do_not_tell_two_names_apart() -> None:
    assert key("$E^3$-FaceNet") == key("e3 facenet") == key("E3‐FaceNet") == "e3facenet"


def test_and_is_an_ampersand_in_a_name() -> None:
    index = _index(Hare__Tortoise=4)
    (mention,) = index.find("How does hare and tortoise work?")
    assert (mention.name, mention.papers) == ("Hare & Tortoise", (4,))


def test_an_and_that_joins_two_names_is_part_of_neither() -> None:
    question = "compare OwlNet and Scale"
    (mention,) = _index(OwlNet=5).find(question)
    assert question[mention.start : mention.end] == "OwlNet"


def test_an_acronym_in_the_plural_names_what_it_does_in_the_singular() -> None:
    assert [one.papers for one in _index(AWMs=6).find("What is an AWM?")] == [(6,)]


def test_the_longest_name_wins_where_two_overlap() -> None:
    index = _index(Deep=1, Deep_Fusion=2)
    assert [one.papers for one in index.find("What is Deep Fusion?")] == [(2,)]


def test_a_mention_knows_its_place_in_the_question() -> None:
    (mention,) = _index(CurBench=7).find("Is CurBench open?")
    assert "Is CurBench open?"[mention.start : mention.end] == "CurBench"


def test_an_everyday_word_counts_only_in_the_capitals_of_the_name() -> None:
    index = _index(SCALE=3)
    assert index.find("models at scale") == []
    assert [one.papers for one in index.find("What is SCALE?")] == [(3,)]


def test_a_misspelt_name_finds_its_paper_and_says_that_it_was_guessed() -> None:
    (mention,) = _index(CurBench=7).find("What is CurBnech?")
    assert (mention.name, mention.exact) == ("CurBench", False)


def test_a_name_of_several_words_is_found_where_one_of_them_is_misspelt() -> None:
    question = "How do Hare and Tortoyse networks work?"
    (mention,) = _index(Hare__Tortoise=4, Harbour=2).find(question)
    assert (mention.name, mention.papers, mention.exact) == ("Hare & Tortoise", (4,), False)
    assert question[mention.start : mention.end] == "Hare and Tortoyse"


def test_a_known_word_is_never_taken_for_a_misspelt_name() -> None:
    assert _index(Pruning=1).find("which works beats tuning") == []


def test_known_words_joined_by_a_hyphen_are_no_slip() -> None:
    assert _index(Workes_Tunning=1).find("works-tuning") == []
    assert _index(Workes_Tunning=1).find("workes-tuning") != []


def test_one_name_of_two_papers_means_both() -> None:
    index = NameIndex.build(
        [("LEVI", 1), ("Levi", 5)], is_everyday=lambda _: False, is_known_word=lambda _: False
    )
    assert index.find("levi")[0].papers == (1, 5)
