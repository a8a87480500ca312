"""`companion review`: follow a folder of filmed matches over night, and ask in one page what they leave in doubt."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common import BatchOptions, Jobs, add_record, add_table, films_in, run_batch, whole_number

if TYPE_CHECKING:
    from companion.batch import Job, Source
    from companion.cli.review.film_review import Answer, FilmReview
    from companion.cli.review.following import MatchSettings
    from companion.match import Journal

REPORT, KEPT, ANSWERS, PICTURES = "report.html", "films.json", "answers.json", "pictures"
"""What stands in the folder of a report."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("folder", metavar="FOLDER", help="the folder with the films")
    parser.add_argument("--out", metavar="REPORT", required=True, help="the folder for the report")
    parser.add_argument("--answers", metavar="FILE", help="answers that the page of the report has saved")
    parser.add_argument("--game", metavar="ID", help="the game of all films (that in FILM.json, or the film's name)")
    add_table(parser)
    add_record(parser)
    parser.add_argument("--jobs", metavar="N", help="films at once (one a core)")


def run(arguments: argparse.Namespace) -> int:
    """Follow what is new, and write the report. 0 done, 1 a film could not be followed, 2 wrong use."""
    from companion.rules import CompanionError

    folder, out = Path(arguments.folder), Path(arguments.out)
    films = {film.relative_to(folder).as_posix(): film for film in films_in("review", arguments.folder)}
    answers = _answers(arguments, out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        reviews = _Reviews(out, films, answers)
        code = reviews.follow(arguments)
        _write_report(arguments, list(reviews.by_name.values()), out)
    except CompanionError as fault:
        raise Refusal(f"review: {fault}") from None
    except OSError as error:
        raise Refusal(f"review: {out}: cannot be written ({error.strerror}); name another folder with --out") from None
    print(out / REPORT)
    return max(code, UNREAD if any(review.trouble for review in reviews.by_name.values()) else 0)


# ---------------------------------------------------------------------------------------------- what is there


def _answers(arguments: argparse.Namespace, out: Path) -> list[Answer]:
    """The answers in a file, or those that lie in the report already. Raises Refusal."""
    import msgspec

    from companion.cli.common import read_file
    from companion.cli.review.film_review import Answers

    name = arguments.answers or str(out / ANSWERS)
    if arguments.answers is None and not (out / ANSWERS).is_file():
        return []
    text = read_file("review", name)
    try:
        given = msgspec.json.decode(text, type=Answers).answers
    except msgspec.DecodeError as error:
        raise Refusal(f"review: {name}: these are no answers of a report ({error})", WRONG_USE) from None
    last = {(one.film, round(one.time, 3)): one for one in given}  # of two answers to one question the later
    return list(last.values())


class _Reviews:
    """What came of each film: known from an earlier report, or followed now."""

    def __init__(self, out: Path, films: dict[str, Path], answers: Sequence[Answer]) -> None:
        from companion.batch import program_identity

        self._out, self._films, self._answers = out, films, answers
        self._known = {review.sha256: review for review in sorted(_kept(out), key=lambda one: bool(one.match))}
        self._version = program_identity()
        self.by_name: dict[str, FilmReview] = {}
        self._befores = {name: before for name, film in films.items() if (before := self._before(name, film))}

    def _before(self, name: str, film: Path) -> FilmReview | None:
        """What is to be followed anew, with what is known of it; None where nothing is."""
        from companion.batch import file_key
        from companion.cli.review.film_review import FilmReview

        sha256 = file_key(str(film)) or ""
        empty = FilmReview(film=name, sha256=sha256, version=self._version)
        same = next((one.film for one in self.by_name.values() if sha256 and one.sha256 == sha256), None)
        if not sha256 or same is not None:
            empty.trouble = f"is the same film as {same}" if same is not None else "cannot be read"
            self.by_name[name] = empty
            _tell(empty)
            return None
        before = self._known.get(sha256, empty)
        before.film = name
        self.by_name[name] = before
        told = sorted([*before.answers, *before.unused], key=lambda one: one.time)
        if before.version != self._version:  # its match in the record is replaced
            before = self.by_name[name] = FilmReview(
                film=name, sha256=sha256, version=self._version, match=before.match
            )
        elif before.match and not before.trouble and told == self._own_answers(sha256):
            return None
        return before

    def _own_answers(self, sha256: str) -> list[Answer]:
        return sorted((one for one in self._answers if one.film == sha256), key=lambda one: one.time)

    def follow(self, arguments: argparse.Namespace) -> int:
        """Follow the films with which something is new; the exit code."""
        import msgspec

        from companion.batch import Job
        from companion.cli.review.film_review import FilmReview

        def done(job: Job, result: bytes) -> None:
            review = msgspec.json.decode(result, type=FilmReview)
            self.by_name[review.film] = review
            _tell(review)
            self._keep()

        players = None if arguments.players is None else whole_number("review", "--players", arguments.players)
        how = _Table(arguments.game, players, arguments.option, arguments.record, str(self._out / PICTURES))
        each = [
            Job(name, (how, _json(before), _json(self._own_answers(before.sha256))), str(self._films[name]))
            for name, before in self._befores.items()
        ]
        path = str(self._films[each[0].name]) if each else None
        jobs = Jobs(each, len(each), "film", len(each), path=path)
        try:
            return run_batch(BatchOptions("review", arguments.jobs, None, keeps=True), jobs, review_film, done)
        finally:
            self._keep()

    def _keep(self) -> None:
        """Write what is known so far, of films that are not here any more, too."""
        others = [one for one in self._known.values() if one.film not in self.by_name]
        _write(self._out / KEPT, _json([*self.by_name.values(), *others]))


def _kept(out: Path) -> list[FilmReview]:
    """What is known from earlier reports; nothing where that cannot be read."""
    import msgspec

    from companion.cli.review.film_review import FilmReview

    try:
        return msgspec.json.decode((out / KEPT).read_bytes(), type=list[FilmReview])
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError) as error:
        complain(f"review: {out / KEPT}: cannot be read ({error}); all films are followed anew")
        return []


def _tell(review: FilmReview) -> None:
    """What came of a film, in one line."""
    if review.trouble:
        complain(f"{review.film}: {review.trouble}")
        return
    asked = "a question is open" if review.open else "nothing is open"
    print(f"{review.film}: {review.game}, {len(review.ruled)} against the rules, {asked}", flush=True)


# ---------------------------------------------------------------------------------------------- one film


class _Table(NamedTuple):
    """What the command says of all films."""

    game: str | None
    players: int | None
    option: list[str] | None
    record: str | None
    pictures: str


def review_film(source: Source, how: _Table, before: bytes, answers: bytes) -> bytes:
    """The job of one film: what came of it as JSON, with its trouble, if there is any."""
    import cv2
    import msgspec

    from companion.cli.review.film_review import Answer, FilmReview
    from companion.cli.review.following import follow_film
    from companion.record import Record
    from companion.rules import CompanionError

    cv2.setNumThreads(1)
    assert isinstance(source, str)
    review = msgspec.json.decode(before, type=FilmReview)
    given = msgspec.json.decode(answers, type=list[Answer])
    try:
        with Record(how.record, clock=time.time) as record:
            settings = _settings(how, Path(source))
            review = follow_film(Path(source), settings, review, given, record, Path(how.pictures))
    except (Refusal, CompanionError) as fault:
        review.trouble = str(fault)
        for known in ("review: ", f"{source}: ", f"{Path(source).name}: "):
            review.trouble = review.trouble.removeprefix(known)
    return _json(review)


def _settings(how: _Table, film: Path) -> MatchSettings:
    """What is played in a film: as the command says, else the file of the same name that ends in .json, else the name
    of the film, or the sheets in it. Raises Refusal, CompanionError."""
    import msgspec

    import companion
    from companion.cli.common import game_of_film
    from companion.cli.review.film_review import FilmSettings
    from companion.cli.review.following import MatchSettings
    from companion.rules import read_pairs

    beside, said = film.with_suffix(".json"), FilmSettings()
    if beside.is_file():
        try:
            said = msgspec.json.decode(beside.read_bytes(), type=FilmSettings)
        except (OSError, msgspec.DecodeError) as error:
            raise Refusal(f"{beside.name} cannot be read: {error}") from None
    game = game_of_film(str(film), film.name, how.game or said.game)
    players = said.players if how.players is None else how.players
    rules = companion.load(game, players, read_pairs(how.option) if how.option else said.options)
    return MatchSettings(rules, said.colours, said.names)


# ---------------------------------------------------------------------------------------------- the report


def _write_report(arguments: argparse.Namespace, reviews: Sequence[FilmReview], out: Path) -> None:
    from companion.cli.review.report_page import report_page
    from companion.record import Record
    from companion.rules import CompanionError
    from ui.share import shared

    journals: dict[str, Journal] = {}
    with Record(arguments.record, clock=time.time) as record:
        for review in reviews:
            if not review.match:
                continue
            try:
                journals[review.match] = journal = record.journal(review.match)
                _write(out / f"match-{review.match}.html", shared("html", record.summary(review.match), journal))
            except CompanionError as fault:
                review.match, review.trouble = "", f"{fault}; the next review follows it anew"
    for page in out.glob("match-*.html"):
        if page.stem.removeprefix("match-") not in journals:
            page.unlink()
    command = f"companion review {arguments.folder} --out {arguments.out} --answers answers.json"
    title = f"The films of {Path(arguments.folder).resolve().name}"
    _write(out / REPORT, report_page(title, reviews, journals, out / PICTURES, command).encode())
    _write(out / ANSWERS, _json({"answers": [one for review in reviews for one in (*review.answers, *review.unused)]}))


def _json(what: Any) -> bytes:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(what), indent=1)


def _write(path: Path, data: bytes) -> None:
    """Write a file whole, or leave the old one."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(data)
    beside.replace(path)
