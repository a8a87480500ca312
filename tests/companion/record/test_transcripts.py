"""A game as text: what is written is read again, notes included; of a broken text the first faulty line is named."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from time import thread_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion import GAMES, Game, IllegalEvent, MalformedError
from companion.match.journal import Journal
from companion.record.transcripts import FaultyLine, Noted, Transcript
from companion.rules.self_play import played
from tests.support.games.army import GAME, Rolled, at, attack, game
from tests.support.games.random_play import tables
from tests.support.thoroughness import examples

HEAD = f'[Game "{GAME}"]\n'
ARMY = (1, 1, 2, 3, 3, 4, 5, 6, 6)
ALIENS = (1, 2, 2, 3, 4, 4, 5, 6, 6)
BEGUN = HEAD + "roll 1 1 2 3 3 4 5 6 6\nroll 1 2 2 3 4 4 5 6 6\n"

texts = st.text(st.characters(codec="utf-8"))
"""Any text that a file can hold, braces, quotes, backslashes and line ends included."""


def random_game(rules: Game, seed: int, longest: int = 200) -> list[Any]:
    return [step.event for step in played(rules, Random(seed), longest=longest)]


def same(one: Transcript, other: Transcript) -> bool:
    """Equal in everything that a transcript holds, not only as text."""
    return one == other and (
        (one.game.id, one.game.players, one.game.options, one.start, one.reached)
        == (other.game.id, other.game.players, other.game.options, other.start, other.reached)
        and (one.events, one.names, one.note, one.headers, one.result)
        == (other.events, other.names, other.note, other.headers, other.result)
    )


def fault_in(text: str) -> FaultyLine:
    with pytest.raises(FaultyLine) as caught:
        Transcript.read(text)
    fault = caught.value
    assert str(fault) == f"line {fault.line}: {fault.fault}"
    assert "\n" not in str(fault) and len(str(fault)) < 1100
    return fault


# ---------------------------------------------------------------------------------------------- the text


def test_a_game_as_text() -> None:
    """The Army's Tank (3) destroys a Death Ray (2): one rally die for the Army, one scored 2."""
    rules = game(draw_limit=3)
    events: list[Any] = [Rolled(ARMY), Noted(Rolled(ALIENS), "seven\nheaven"), Noted(attack("3", 2), "a {good} start")]
    told = Transcript(
        rules, events, names=["Anna", 'Ben "the dice" B.'], note="in the kitchen", headers=[("Date", "2026-11-21")]
    )
    assert told.written() == (
        f'[Game "{GAME}"]\n'
        '[Players "2"]\n'
        '[Option "draw_limit=3"]\n'
        '[Name "Anna"]\n'
        '[Name "Ben \\"the dice\\" B."]\n'
        '[Date "2026-11-21"]\n'
        '[Result "*"]\n'
        "\n"
        "{ in the kitchen }\n"
        "1. roll 1 1 2 3 3 4 5 6 6\n"
        "2. roll 1 2 2 3 4 4 5 6 6  { seven\\nheaven }\n"
        "3. attack 3 on 1:2  { a \\{good\\} start }\n"
    )
    assert same(Transcript.read(told.written()), told)
    assert told.reached.players[0].scored == (2,) and told.reached.players[0].rally == 1


def test_headers_names_and_numbers_may_be_missing() -> None:
    told = Transcript.read(BEGUN)
    assert (told.game.id, told.game.players, dict(told.game.options)) == (GAME, 2, {})
    assert told.names == () and told.note == "" and told.headers == ()
    assert [one.event for one in told.events] == [Rolled(ARMY), Rolled(ALIENS)]
    assert told.result == "*"


def test_a_game_of_no_events() -> None:
    told = Transcript.read(HEAD)
    assert told.events == () and told.reached == told.start == told.game.start()
    assert same(Transcript.read(told.written()), told)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "BOM"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(end: str, mark: str) -> None:
    text = f'{HEAD}[Name "A"]\n[Name "B"]\n\n  {{ at home }}\n\n 1. roll 1 1 2 3 3 4 5 6 6 {{ a }}\n\n'
    told = Transcript.read(mark + text.replace("\n", end))
    assert same(told, Transcript.read(text))
    assert told.note == "at home" and told.names == ("A", "B") and told.events[0].note == "a"
    assert fault_in(mark + (text + "x\n").replace("\n", end)).line == 9


def test_case_spacing_and_the_space_after_a_number_do_not_matter() -> None:
    told = Transcript.read(HEAD + "1.ROLL 1  1 2 3\t3 4 5 6 6\n  2.  roll 1 2 2 3 4 4 5 6 6{x}")
    assert [one.note for one in told.events] == ["", "x"] and told.events[1].event == Rolled(ALIENS)


def test_a_note_may_stand_on_lines_of_its_own_below_its_event() -> None:
    told = Transcript.read(HEAD + "{ one }\n{ two }\nroll 1 1 2 3 3 4 5 6 6 { three }\n{ four }\n\n{ five }\n")
    assert told.note == "one\ntwo" and told.events[0].note == "three\nfour\nfive"
    assert same(Transcript.read(told.written()), told)


def test_a_text_needs_no_line_end_at_its_end() -> None:
    assert same(Transcript.read(BEGUN.rstrip("\n")), Transcript.read(BEGUN))


# ---------------------------------------------------------------------------------------------- there and back


@pytest.mark.parametrize("game_id", GAMES)
def test_random_games_at_every_table_come_back_as_they_were(game_id: str) -> None:
    for number, rules in enumerate(tables(game_id)):
        told = Transcript(rules, random_game(rules, number))
        again = Transcript.read(told.written())
        assert same(again, told)
        assert again.written() == told.written()


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_from_the_midst_of_another_comes_back_as_it_was(game_id: str) -> None:
    rules = companion.load(game_id)
    steps = list(played(rules, Random(5), longest=60))
    for step in steps[:: max(len(steps) // 8, 1)]:
        events = [later.event for later in played(rules, Random(6), start=step.before, longest=30)]
        told = Transcript(rules, events, start=step.before, names=["A", "B"])
        assert same(Transcript.read(told.written()), told)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_event_of_random_games_is_one_line_and_back(game_id: str) -> None:
    for rules in tables(game_id):
        for event in random_game(rules, 1, 120):
            line = rules.formatted(event)
            assert line == " ".join(line.split()) and not set(line) & set("{}[]\\") and not line[0].isdigit()
            assert rules.parsed(line) == event
            assert rules.parsed(f"  {line.upper()} ".replace(" ", "  ")) == event


@pytest.mark.parametrize(
    ("game_id", "players", "options"),
    [
        ("dinosaurs-vs-army-men", 3, {"deck": ["A1", "A2", "B", "D1", "D2", "S", "S"]}),
        ("dinosaurs-vs-army-men", 2, {"deck": {"A99": 3, "D1": 4, "B": 1}, "strict_out": True}),
        ("space-checkers", 2, {"seats": ["red", "green"], "start": "green"}),
        ("space-checkers", 3, {"geometry": {"n": 14, "home": [6, 2], "earth": 4, "wild_depth": 5}}),
        ("space-checkers", 2, {"geometry": "G10b", "diagonals": "both"}),
        ("doubles-wild", 4, {"teams": True, "rerolls": "unlimited"}),
        ("army-vs-aliens-2011", 2, {"general_ranks": [1, 2, 3, 4], "draw_limit": 2}),
    ],
)
def test_house_rules_of_every_kind_come_back_as_they_were(
    game_id: str, players: int, options: dict[str, object]
) -> None:
    rules = companion.load(game_id, players, options)
    told = Transcript(rules, random_game(rules, 3))
    assert same(Transcript.read(told.written()), told)


def test_who_sits_where_comes_back_though_no_house_rule_says_it() -> None:
    """Blue begins: the position says so in `seats`, and nothing else does."""
    usual = companion.load("space-checkers")
    plain = usual.format_position(usual.start()) | {"seats": ["blue", "yellow"], "turn": "blue"}
    rules, start = companion.load_position(plain)
    told = Transcript(rules, random_game(rules, 4), start=start)
    again = Transcript.read(told.written())
    assert again.game.seat_id(0) == "blue" and same(again, told)


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(note=texts, notes=st.lists(texts, min_size=3, max_size=3), names=st.lists(texts, min_size=2, max_size=2))
def test_notes_and_names_of_any_kind_come_back(note: str, notes: list[str], names: list[str]) -> None:
    """White space at the ends of a note is dropped; everything else is kept, to the sign."""
    played_ = (Rolled(ARMY), Rolled(ALIENS), attack("3", 2))
    events = [Noted(event, one) for event, one in zip(played_, notes, strict=True)]
    told = Transcript(game(), events, note=note, names=names)
    again = Transcript.read(told.written())
    assert same(again, told)
    assert again.note == note.strip() and [one.note for one in again.events] == [one.strip() for one in notes]
    assert again.names == tuple(names)
    assert len(told.written().splitlines()) >= 8


@settings(max_examples=examples(100))
@given(st.lists(st.tuples(st.from_regex(r"\A[A-Za-z]\w{0,9}\Z"), texts), max_size=4))
def test_headers_of_ones_own_come_back(headers: list[tuple[str, str]]) -> None:
    try:
        told = Transcript(game(), headers=headers)
    except MalformedError as fault:  # it is one of ours, or was surely meant to be
        assert "cannot be a header of one's own" in str(fault)
        return
    assert Transcript.read(told.written()).headers == tuple(headers)


@settings(max_examples=examples(300))
@given(st.text(st.sampled_from('[]{}"\\ \n\r1.2:abroltckGame*='), max_size=80))
def test_whatever_stands_in_a_text_is_read_or_named_with_its_line(text: str) -> None:
    for head in ("", HEAD, BEGUN):
        try:
            Transcript.read(head + text)
        except FaultyLine as fault:
            assert 1 <= fault.line <= (head + text).count("\n") + (head + text).count("\r") + 1


@settings(max_examples=examples(100))
@given(st.data())
def test_a_game_cut_off_anywhere_is_read_or_named_with_its_line(data: st.DataObject) -> None:
    events = random_game(game(), 2)
    whole = Transcript(game(), [Noted(event, "so {it} is") for event in events], names=["A", "B"]).written()
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    try:
        assert len(Transcript.read(cut).events) <= len(events)
    except FaultyLine as fault:
        assert fault.line <= cut.count("\n") + 1


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=examples(60))
@given(damage=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.text(max_size=3)), min_size=1, max_size=3))
def test_a_damaged_text_of_any_game_is_read_or_named_with_its_line(
    game_id: str, damage: list[tuple[float, int, str]]
) -> None:
    """Signs are taken out and put in anywhere, the JSON of the first position included."""
    text = damaged = text_of(game_id)
    for where, taken, put in damage:
        place = int(where * len(damaged))
        damaged = damaged[:place] + put + damaged[place + taken :]
    try:
        told = Transcript.read(damaged)
    except FaultyLine as fault:
        assert 1 <= fault.line <= damaged.count("\n") + damaged.count("\r") + 1 and "\n" not in str(fault)
    else:
        assert same(Transcript.read(told.written()), told)
    assert Transcript.read(text).written() == text


@cache
def text_of(game_id: str) -> str:
    """Ten events from the midst of a game."""
    rules = companion.load(game_id)
    *_, middle = played(rules, Random(7), longest=25)
    steps = played(rules, Random(8), start=middle.after, longest=10)
    noted = [Noted(step.event, f"note {{{number}}}") for number, step in enumerate(steps)]
    return Transcript(rules, noted, start=middle.after, names=["A", "B"], note="midst").written()


# ---------------------------------------------------------------------------------------------- what else it does


def test_the_events_of_a_journal_that_stand() -> None:
    journal = Journal(game())
    journal.play(Rolled(ARMY), "seen")
    journal.play(Rolled((1,) * 9), "typed")
    journal.undo()
    journal.play(Rolled(ALIENS), "typed")
    told = Transcript.of(journal, names=["A", "B"])
    assert [one.event for one in told.events] == [Rolled(ARMY), Rolled(ALIENS)]
    assert told.reached == journal.position and told.names == ("A", "B")
    again = Transcript.of(Journal(game(), at("4", "22")))
    assert again.start == at("4", "22") and same(Transcript.read(again.written()), again)


def test_the_steps_lead_from_the_first_position_to_the_last() -> None:
    told = Transcript.read(BEGUN + "attack 3 on 1:2\n")
    steps = list(told.steps())
    assert steps[0].before == told.start and steps[-1].after == told.reached
    assert [step.event for step in steps] == [one.event for one in told.events]
    assert all(one.after == other.before for one, other in pairwise(steps))


def noted(told: Transcript, note: str, *of_events: str) -> Transcript:
    """The same game with this note on its start and these on its events."""
    events = [Noted(one.event, text) for one, text in zip(told.events, of_events, strict=True)]
    return Transcript(told.game, events, start=told.start, names=told.names, note=note, headers=told.headers)


def test_notes_are_written_event_by_event() -> None:
    told = Transcript.read(BEGUN)
    with_notes = noted(told, "start", "first", " last ")
    assert (with_notes.note, [one.note for one in with_notes.events]) == ("start", ["first", "last"])
    assert same(Transcript.read(with_notes.written()), with_notes)
    assert same(noted(with_notes, "", "", " "), told)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"names": ["one"]}, "names: 1 names for 2 players"),
        ({"names": ["a", "b", "c"]}, "names: 3 names for 2 players"),
        ({"names": ["a", "\ud800"]}, 'names: "\\ud800" is no text that can be written'),
        ({"names": ["a", 5]}, "names: 5 is no text that can be written"),
        ({"note": "\udfff"}, 'note: "\\udfff" is no text that can be written'),
        ({"note": None}, "note: null is no text that can be written"),
        ({"headers": [("Game", "x")]}, 'headers: "Game" cannot be a header of one\'s own'),
        ({"headers": [("option", "x")]}, 'headers: "option" cannot be a header of one\'s own'),
        ({"headers": [("", "x")]}, 'headers: "" cannot be a header of one\'s own'),
        ({"headers": [("My Date", "x")]}, 'headers: "My Date" cannot be a header of one\'s own'),
        ({"headers": [("Date", "\ud800")]}, 'headers: "\\ud800" is no text that can be written'),
        ({"headers": [("A", "x")] * 1001}, "headers: there are more than 1000"),
        ({"events": [Noted(Rolled(ARMY), "\ud800")]}, 'note: "\\ud800" is no text that can be written'),
    ],
)
def test_what_no_text_can_hold_is_refused(arguments: dict[str, Any], fault: str) -> None:
    with pytest.raises(MalformedError) as caught:
        Transcript(game(), **arguments)
    assert str(caught.value) == fault


def test_events_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(IllegalEvent):
        Transcript(game(), [attack("3", 2)])


def test_transcripts_are_equal_when_their_texts_are() -> None:
    told = Transcript.read(BEGUN)
    assert told == Transcript.read(BEGUN) and told != noted(told, "x", "", "") and told != BEGUN


# ---------------------------------------------------------------------------------------------- results


@pytest.mark.parametrize("game_id", GAMES)
def test_the_result_ranks_every_seat_and_names_the_clause(game_id: str) -> None:
    rules = companion.load(game_id)
    told = Transcript(rules, random_game(rules, 0, 100_000))
    outcome = rules.outcome(told.reached)
    assert outcome is not None
    ranking, _, clause = told.result.partition(", ")
    groups = [group.split(" = ") for group in ranking.split(" > ")]
    assert groups == [[str(rules.seat_id(seat)) for seat in group] for group in outcome.ranking]
    assert clause == outcome.clause


@pytest.mark.parametrize(
    ("position", "result"),
    [
        (at("4", ""), "0 > 1, AVA-6.1"),
        (at("4", "4", quiet=10, scored=("", "1")), "1 > 0, AVA-6.3"),
        (at("4", "4", quiet=10), "0 = 1, AVA-6.3"),
        (at("4", "4"), "*"),
    ],
)
def test_how_results_are_written(position: Any, result: str) -> None:
    assert Transcript(game(), start=position).result == result


@pytest.mark.parametrize("said", ["0 > 1, AVA-6.1", "", "1-0", "0 = 1", "**"])
def test_another_result_than_the_events_lead_to_is_the_faulty_line(said: str) -> None:
    fault = fault_in(f'{HEAD}[Result "{said}"]\n{BEGUN.removeprefix(HEAD)}')
    assert (fault.line, fault.readable) == (2, True)
    assert fault.fault == f'the result is said to be "{said}", and the events lead to *'
    assert Transcript.read(f'{HEAD}[Result "*"]\n').result == "*"


def test_a_finished_game_that_is_cut_off_contradicts_its_result() -> None:
    text = Transcript(game(), random_game(game(), 2)).written()
    fault = fault_in(text[: text.rstrip("\n").rindex("\n") + 1])
    assert fault.line == 3 and fault.readable and fault.fault.endswith("and the events lead to *")


# ---------------------------------------------------------------------------------------------- faulty headers


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("", 1, 'the header [Game "..."] is missing'),
        ("\n\n", 1, 'the header [Game "..."] is missing'),
        ("\0", 1, 'the header [Game "..."] is missing'),
        ("roll 1", 1, 'the header [Game "..."] is missing'),
        ("\ufeff\ufeff" + HEAD, 1, 'the header [Game "..."] is missing'),
        (f"{{ a note }}\n{HEAD}", 1, 'the header [Game "..."] is missing'),
        ('\n[Game "chess"]', 2, f'game: "chess" is no game here ({", ".join(GAMES)})'),
        ('[Game ""]', 1, f'game: "" is no game here ({", ".join(GAMES)})'),
        ('[Game "army', 1, '"[Game \\"army" is no header, such as [Game "doubles-wild"]'),
        ("[Game army]", 1, '"[Game army]" is no header, such as [Game "doubles-wild"]'),
        ('[Game "x"] y', 1, '"[Game \\"x\\"] y" is no header, such as [Game "doubles-wild"]'),
        ('[Game "x\\"]', 1, '"[Game \\"x\\\\\\"]" is no header, such as [Game "doubles-wild"]'),
        ('[Ga-me "x"]', 1, '"[Ga-me \\"x\\"]" is no header, such as [Game "doubles-wild"]'),
        (HEAD + HEAD, 2, "the header Game stands twice"),
        (HEAD + '[Result "*"]\n[Result "*"]', 3, "the header Result stands twice"),
        (HEAD + '[game "x"]', 2, "the header game is written Game"),
        (HEAD + '[Options "draw_limit=3"]', 2, "the header Options is written Option"),
        (HEAD + '[player "3"]', 2, "the header player is written Players"),
        (HEAD + '[Players "two"]', 2, '"two" is no number of players'),
        (HEAD + '[Players "2.0"]', 2, '"2.0" is no number of players'),
        (HEAD + '[Players "٢"]', 2, '"\\u0662" is no number of players'),
        (HEAD + '[Players "-2"]', 2, '"-2" is no number of players'),
        (HEAD + f'[Players "{"9" * 5000}"]', 2, f'"{"9" * 36}... is no number of players'),
        (HEAD + '[Name "a"]', 2, "1 names for 2 players"),
        (HEAD + '[Name "a"]\n[Name "b"]\n[Name "c"]\n[Name "d"]', 4, "4 names for 2 players"),
        (HEAD + '[Option "draw_limit"]', 2, 'option "draw_limit": expected KEY=VALUE, such as draw_limit=3'),
        (HEAD + '[Option "=3"]', 2, 'option "=3": expected KEY=VALUE, such as draw_limit=3'),
        (HEAD + '[Option "draw_limit=2"]\n[Option "draw_limit=3"]', 3, 'option "draw_limit" is given twice'),
        (HEAD + '[Position "{}"]', 2, 'the key "game" is missing'),
        (HEAD + '[Position "NaN"]', 2, "NaN is no number in JSON"),
        (HEAD + f'[Position "{"[" * 50_000}"]', 2, "this is nested too deeply to be read"),
        (HEAD + '[Position "{\\"game\\":1,\\"game\\":2}"]', 2, 'the key "game" stands twice'),
    ],
)
def test_a_faulty_header_is_named_with_its_line(text: str, line: int, fault: str) -> None:
    found = fault_in(text)
    assert (found.line, found.fault, found.readable, found.ruling) == (line, fault, False, None)


def test_the_line_of_an_impossible_table_is_that_of_its_header() -> None:
    assert fault_in(f'{HEAD}[Date "x"]\n[Players "99"]').line == 3
    fault = fault_in(f'{HEAD}[Option "draw_reset=attack"]\n[Option "draw_limit=many"]\n[Players "2"]')
    assert fault.line == 3 and fault.fault.startswith('options.draw_limit: "many" is not allowed')
    fault = fault_in(f'{HEAD}[Option "draw_limit=3"]\n[Option "cheat=1"]\n[Option "draw_reset=attack"]')
    assert fault.line == 3 and fault.fault.startswith(f'options: {GAME} has no option "cheat"')
    text = '[Game "dinosaurs-vs-army-men"]\n[Option "strict_out=true"]\n[Option "deck=[\\"D1\\", \\"X9\\"]"]'
    fault = fault_in(text)
    assert fault.line == 3 and fault.fault.startswith("options.deck[1]")


def test_a_position_is_of_the_game_players_and_house_rules_that_the_headers_name() -> None:
    text = Transcript(game(), start=at("4", "22")).written()
    assert '[Position "' in text
    for header in ('[Option "draw_limit=4"]', ""):
        changed = text.replace('[Players "2"]', f'[Players "2"]\n{header}')
        if header:
            assert fault_in(changed).fault == "this position is of another game, or has other players or house rules"
        else:
            assert Transcript.read(changed).start == at("4", "22")
    other = text.replace(f'[Game "{GAME}"]', '[Game "space-checkers"]')
    assert fault_in(other).line == 3
    broken = text.replace('\\"combat\\": [4]', '\\"combat\\": [7]')
    assert fault_in(broken).fault == "players[0].combat[0]: 7 is no rank"


# ---------------------------------------------------------------------------------------------- faulty events


@pytest.mark.parametrize(
    ("lines", "line", "fault"),
    [
        ("3. attack", 4, '"attack" is no event of this game (roll FACES'),
        ("attack 9 on 1:2", 4, "event.with[0]: 9 is no rank"),
        ("attack 3 on 7:2", 4, "event.hit[0][0]: 7 is no seat at this table"),
        ("4. attack 3 on 1:2", 4, "this is event 3, and the line says 4"),
        ("000000002. attack 3 on 1:2", 4, "this is event 3, and the line says 2"),
        ("٣. attack 3 on 1:2", 4, '"\\u0663. attack 3 on 1:2" is no event of this game (roll FACES'),
        ("9999999999. attack 3 on 1:2", 4, '"9999999999. attack 3 on 1:2" is no event of this game'),
        ("3.", 4, "the line has the number 3 and no event"),
        ("3. { but no event }", 4, "the line has the number 3 and no event"),
        ('[Name "late"]', 4, '"[Name \\"late\\"]": headers stand before all events and notes'),
        ("attack 3 on 1:2 { open", 4, '"attack 3 on 1:2 { open": the note has no closing brace, or a brace in it'),
        ("attack 3 on 1:2 { a { b }", 4, '"attack 3 on 1:2 { a { b }": the note has no closing brace, or a brace'),
        ("attack 3 on 1:2 { open \\}", 4, '"attack 3 on 1:2 { open \\\\}": the note has no closing brace, or a brace'),
        ("attack 3 on 1:2 { open \\", 4, '"attack 3 on 1:2 { open \\\\": the note has no closing brace, or a brace'),
        ("attack 3 on 1:2 { a } b }", 4, '"b }" stands behind the note'),
        ("{ a } attack 3 on 1:2", 4, '"attack 3 on 1:2" stands behind the note'),
        ("{ a } { b }", 4, '"{ b }" stands behind the note'),
        ("attack 3 on 1:2 }", 4, '"attack 3 on 1:2 }" has a closing brace without an opening one'),
        ("\n\n\n\nx", 8, '"x" is no event of this game'),
        ("\ufeff", 4, '"\\ufeff" is no event of this game'),
    ],
)
def test_a_faulty_line_is_named(lines: str, line: int, fault: str) -> None:
    found = fault_in(BEGUN + lines)
    assert found.line == line and not found.readable and found.ruling is None
    assert found.fault.startswith(fault)


def test_an_illegal_event_is_named_with_its_clauses() -> None:
    """A Trooper (1) alone cannot destroy a Death Ray (2)."""
    fault = fault_in(BEGUN + "3. attack 1 on 1:2  { cheeky }\n4. nonsense\n")
    assert (fault.line, fault.readable) == (5 - 1, True)
    assert fault.fault == (
        "attack 1 on 1:2 is not legal. "
        "AVA-3.2: A Trooper (1) alone cannot destroy a Death Ray (2): the target's rank is higher. "
        "AVA-3.3: Of ordinary attacks only that of three Troopers (1) destroys a Death Ray (2)."
    )
    assert fault.ruling is not None and fault.ruling.clauses == ("AVA-3.2", "AVA-3.3")


def test_as_many_headers_as_a_text_can_hold_come_back() -> None:
    told = Transcript(game(draw_limit=3), headers=[("A", str(number)) for number in range(1000)], names=["a", "b"])
    assert same(Transcript.read(told.written()), told)
    assert fault_in('[Z "x"]\n' + told.written()).fault == "there are more than 1000 headers of this kind"


def test_the_first_fault_is_told_where_there_are_several() -> None:
    assert fault_in(f'{HEAD}[Result "0 > 1, AVA-6.1"]\nroll 1\nnonsense\n').line == 3
    assert fault_in('[Game "chess"]\n{ open\n').line == 1
    assert fault_in(BEGUN + "nuke\nnonsense\n").line == 4


@pytest.mark.parametrize("game_id", GAMES)
def test_an_event_out_of_place_is_the_faulty_line_of_any_game(game_id: str) -> None:
    """The first event of a game, again after its end: nothing can be done in a finished game."""
    rules = companion.load(game_id)
    events = random_game(rules, 0, 100_000)
    text = Transcript(rules, events).written()
    fault = fault_in(f"{text}{rules.formatted(events[0])}\n")
    assert fault.readable and fault.ruling is not None and fault.ruling.clauses
    assert fault.line == text.count("\n") + 1
    assert fault.ruling.clauses[0] in fault.fault


# ---------------------------------------------------------------------------------------------- hostile texts

M = 10**6


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BEGUN + "roll 1" + " " * M + "x", id="blanks in an event"),
        pytest.param(BEGUN + "{ a }" + " " * M + "x", id="blanks behind a note"),
        pytest.param(BEGUN + "1." + " " * M + "}", id="blanks behind a number"),
        pytest.param(BEGUN + "1" * M, id="digits"),
        pytest.param(BEGUN + "roll" + " 1" * (M // 2), id="a long roll"),
        pytest.param(BEGUN + "rally" + " 1" * (M // 2) + " x", id="a long rally"),
        pytest.param(BEGUN + "{" * M, id="open braces"),
        pytest.param(BEGUN + "}" * M, id="closed braces"),
        pytest.param(BEGUN + "{" + "a" * M, id="an open note"),
        pytest.param(BEGUN + "{" + "\\" * M, id="a note of backslashes"),
        pytest.param(BEGUN + "{" + "\\}" * (M // 2), id="a note of escaped braces"),
        pytest.param("[" * M, id="brackets"),
        pytest.param('[Game "' + "a" * M, id="an open header"),
        pytest.param('[Game "' + '\\"' * (M // 2), id="an open header of escaped quotes"),
        pytest.param('[Game "' + "a" * M + '"]', id="a long name of a game"),
        pytest.param("[" + "a" * M + ' "x"]', id="a long key"),
        pytest.param("[a" + " " * M + '"x', id="blanks in a header"),
        pytest.param("".join(f'[Option "a{i}=1"]\n' for i in range(M // 16)), id="many options"),
        pytest.param(HEAD + "".join(f'[Option "a{i}=1"]\n' for i in range(900)), id="unknown options"),
        pytest.param('[A "x"]\n' * (M // 8), id="many headers"),
        pytest.param(HEAD + '[Option "' + "9" * M + '"]', id="a long option"),
        pytest.param(HEAD + '[Option "draw_limit=' + "9" * M + '"]', id="a long number"),
        pytest.param(HEAD + '[Option "' + "a" * M + '=1"]', id="a long key of an option"),
        pytest.param(HEAD + '[Position "' + "[" * M + '"]', id="a deep position"),
        pytest.param(HEAD + '[Result "' + "1 = " * (M // 4) + '"]', id="a long result"),
        pytest.param("\r\n" * (M // 2), id="line ends"),
        pytest.param("\0" * M, id="nothing"),
        pytest.param(BEGUN + "{a}\n" * (M // 4) + "x", id="many notes"),
    ],
)
def test_a_hostile_text_is_refused_within_a_second(text: str) -> None:
    begun = thread_time()
    fault_in(text)
    assert thread_time() - begun < 1  # of this thread, on a busy machine


@pytest.mark.parametrize("game_id", GAMES)
def test_no_line_of_any_game_is_slow_to_refuse(game_id: str) -> None:
    """Every form of the game, filled with what its pattern almost matches, up to the longest line that is read."""
    rules = companion.load(game_id)
    fillings = ("1 ", "1:1 ", "1,1 ", "1", " ", "a", "1 : ", "1 , ")
    for event in {rules.kind_of(event): event for event in random_game(rules, 2)}.values():
        words = rules.formatted(event).split()
        for count in range(1, len(words) + 1):
            start = " ".join(words[:count])
            for filling in fillings:
                for line in (f"{start} {filling * 480}"[:495] + " x!", f"{start} {filling * M}"[:M] + "!"):
                    begun = thread_time()
                    with pytest.raises(MalformedError) as caught:
                        rules.parsed(line)
                    assert thread_time() - begun < 0.2 and len(str(caught.value)) < 1000


@pytest.mark.slow
def test_a_note_of_five_megabytes_is_no_fault() -> None:
    note = "so it was {\\} " * (5 * M // 14)
    begun = thread_time()
    told = noted(Transcript.read(BEGUN), "", "", note)
    assert Transcript.read(told.written()).events[1].note == note.strip()
    assert thread_time() - begun < 3
