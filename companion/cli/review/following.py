"""Follows one film of a match with the answers that there are, from its beginning or from its first new answer on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.cli.common import Follower, open_moving
from companion.cli.review.film_review import Answer, Asked, FilmReview, Ruled
from companion.match import LEAD_IN, Entry, Journal
from companion.referee.matching import SeatedGame
from companion.rules import CompanionError

if TYPE_CHECKING:
    from companion.record import Record
    from companion.referee import Notice
    from companion.rules import Game
    from companion.table import Colour
    from vision.camera import Frame

PICTURE_WIDTH = 960
"""Pixels across of a picture in the report."""
EVENTS_AGAIN = 2
"""How many events before a question are followed again."""
GOING_ON = ("event", "set up", "corrected", "agreed", "over")
"""Notices by which a question is over."""
SETTLED_BY_TABLE = "seen later"
SETTLED_BY_ANSWER = "answered: {}"


class MatchSettings(NamedTuple):
    """What is played in a film, and by whom."""

    game: Game
    colours: tuple[Colour, ...] = ()
    """Of the pieces of each seat; none: those in the box."""
    names: tuple[str, ...] = ()


def follow_film(
    film: Path,
    settings: MatchSettings,
    review: FilmReview,
    answers: Sequence[Answer],
    record: Record,
    pictures: Path,
) -> FilmReview:
    """Follow a film and record its match. `review`: what came of it before, or an empty one; `pictures`: the folder for
    pictures of questions and rulings. Raises Refusal where the film cannot be read."""
    answers = sorted(answers, key=lambda one: one.time)
    if review.match:
        new = [one for one in answers if one not in review.answers]
        asked = next((one for one in review.asked if new and _same(one.time, new[0].time)), None)
        kept = [one for one in answers if new and one.time < new[0].time]
        if asked is not None and kept == [one for one in review.answers if one.time < new[0].time]:
            again = _Following(
                film, settings, review, answers, record.journal(review.match).entries, pictures, asked
            ).followed()
            if new[0] in again.review.answers:  # else the film is seen otherwise than from its beginning
                return _recorded(again, review.match, settings, record)
    empty = FilmReview(film=review.film, sha256=review.sha256, version=review.version)
    again = _Following(film, settings, empty, answers, (), pictures).followed()
    return _recorded(again, review.match, settings, record)


def _recorded(following: _Following, before: str, settings: MatchSettings, record: Record) -> FilmReview:
    """Put a match that was followed to its end into the record, in the place of the one `before`."""
    review, entries = following.review, following.journal.entries
    if entries or not review.trouble:
        began = following.film.stat().st_mtime
        match = record.begin(settings.game, settings.names, colours=settings.colours, started=began)
        for entry in entries:
            match.journal.add(entry)
        match.leave()
        review.match, review.trouble = match.id, review.trouble or match.trouble or ""
    if before:
        with contextlib.suppress(CompanionError):  # somebody has deleted it already
            record.delete(before)
    return review


def _followed_again_from(entries: Sequence[Entry], asked: Asked) -> float:
    """The time of the film at which to begin: some events before the question, so that what is known of the table by
    then is what was known."""
    before = [entry.time for entry in entries if entry.time is not None and entry.time < asked.seen]
    return before[-EVENTS_AGAIN] if len(before) >= EVENTS_AGAIN else 0.0


def _same(time: float, other: float) -> bool:
    return abs(time - other) < 1e-3


class _Following:
    """One pass over a film."""

    def __init__(
        self,
        film: Path,
        settings: MatchSettings,
        before: FilmReview,
        answers: Sequence[Answer],
        entries: Sequence[Entry],
        pictures: Path,
        since: Asked | None = None,
    ) -> None:
        """`since`: the question with which to begin; what was `before` it stands, and its `entries`. None: the film's
        beginning."""
        from seeds import board_of, pile_of
        from ui.live import MatchPipeline
        from vision.table import table_reader_for

        self.film, self._pictures = film, pictures
        self._known = None if since is None else _followed_again_from(entries, since)
        known = self._known or 0.0
        self.review = FilmReview(
            film=before.film,
            sha256=before.sha256,
            version=before.version,
            game=settings.game.id,
            answers=tuple(one for one in before.answers if one.time < known),
            asked=[one for one in before.asked if one.time < known],
            ruled=[one for one in before.ruled if one.time < known],
        )
        self._answers = [one for one in answers if one.time >= known]
        game = settings.game.called(settings.names)
        self.journal = Journal(game, entries=self._entries_before(entries))
        eyes = table_reader_for(game.id, game.players, board_of(game.id, game.format_options()))
        self._table = MatchPipeline(SeatedGame.of(game, settings.colours), eyes, pile_of(game.id), self.journal)
        self._remarks: list[str] = []
        """What was told before anything of a match was seen."""

    def _entries_before(self, entries: Sequence[Entry]) -> Iterator[Entry]:
        for entry in entries:
            if self._known is not None and entry.time is not None and entry.time >= self._known:
                return
            yield entry

    def followed(self) -> _Following:
        """Follow the film to its end; itself. Raises Refusal where the film cannot be read."""
        review = self.review
        follower = Follower(str(self.film), open_moving(str(self.film), "", "pictures are no game"))
        try:
            for frame in follower.frames():
                review.seconds = frame.time
                if self._known is not None and frame.time < self._known:
                    if frame.time > self._known - LEAD_IN:
                        self._table.catch_up(frame)
                    continue
                self._take_in(self._table.see(frame), frame)
            if review.seconds:
                self._take_in(self._table.tracker.stop_watching(), frame)
        finally:
            follower.close()
        review.unused = tuple(self._answers)
        if not self.journal.entries and (self._remarks or not review.asked):
            why = self._remarks[0] if self._remarks else "is it another game, or another number of players?"
            review.trouble = f"nothing of {review.game} was followed: {why}"
        if follower.broken:
            review.trouble = f"could be read until {review.seconds:.1f} s only"
        return self

    def _take_in(self, notices: Sequence[Notice], frame: Frame) -> None:
        waiting = list(notices)
        while waiting:
            notice = waiting.pop(0)
            if notice.broken:
                self._note_ruling(notice, frame)
            if notice.choices or notice.what in ("question", "desync"):
                self._note_question(notice, frame)
                waiting += self._answered(notice)
            elif notice.what == "reminder" and not self.journal.entries:
                self._remarks.append(notice.text)
            elif notice.what in GOING_ON:
                for one in self.review.asked:
                    one.settled = one.settled or SETTLED_BY_TABLE

    def _note_question(self, notice: Notice, frame: Frame) -> None:
        view = self._table.tracker.view
        asked = Asked(
            time=round(notice.time, 3),
            seen=notice.time if view is None else view.time,
            text=notice.text,
            choices=notice.labels,
            picture=self._picture(notice, frame),
        )
        self.review.asked.append(asked)

    def _note_ruling(self, notice: Notice, frame: Frame) -> None:
        game = self.journal.game
        self.review.ruled.append(
            Ruled(
                time=round(notice.time, 3),
                text=notice.text,
                clauses=tuple((one.clause, game.broken_text(one)) for one in notice.broken),
                picture=self._picture(notice, frame),
            )
        )

    def _answered(self, notice: Notice) -> list[Notice]:
        """What the answer to a question leads to; nothing where there is none, or it is not possible."""
        answer = next((one for one in self._answers if _same(one.time, notice.time)), None)
        if answer is None:
            return []
        tracker = self._table.tracker
        try:
            if answer.choice:
                notices = tracker.choose(notice.choices[notice.labels.index(answer.choice)])
            else:
                notices = tracker.say(self.journal.game.parsed(answer.event), "chosen")
        except (CompanionError, ValueError):
            return []
        self._answers.remove(answer)
        self.review.answers += (answer,)
        self.review.asked[-1].settled = SETTLED_BY_ANSWER.format(answer.choice or answer.event)
        return notices

    def _picture(self, notice: Notice, frame: Frame) -> str:
        """The file of a picture of this moment, with what was read."""
        import cv2

        name = f"{self.review.sha256[:12]}-{round(notice.time * 1000)}.jpg"
        image = self._table.newest_image
        image = self._table.draw(frame.image if image is None else image)
        scale = min(1.0, PICTURE_WIDTH / image.shape[1])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        self._pictures.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(self._pictures / name), small, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return name
