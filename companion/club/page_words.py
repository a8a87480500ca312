"""The words of the page of a club, in the language in use; the script of the page knows them by their keys."""

from __future__ import annotations

from companion.text import say


def page_words() -> dict[str, str]:
    """Each by its key."""
    return {
        "tables": say("Tables"),
        "tournaments": say("Tournaments"),
        "ratings": say("Ratings"),
        "matches": say("Matches"),
        "nobody": say("Nobody plays now."),
        "no_tournaments": say("There is no tournament."),
        "no_ratings": say("Nobody is rated yet: finished matches between two people with a name count."),
        "no_matches": say("No match is found."),
        "turn": say("to play"),
        "won": say("won"),
        "left": say("The match was left"),
        "lost": say("The page does not hear from the club's computer: it tries again."),
        "search": say("Search: a name, a table, a game"),
        "more": say("Show more"),
        "round": say("Round {round} of {rounds}"),
        "bye": say("has a bye"),
        "place": say("Place"),
        "person": say("Name"),
        "points": say("Points"),
        "games": say("Games"),
        "buchholz": say("Buchholz"),
        "sonneborn": say("Sonneborn-Berger"),
        "rating": say("Rating"),
        "deviation": say("give or take"),
        "over": say("finished"),
        "swiss": say("Swiss"),
        "round-robin": say("Round robin"),
        "knock-out": say("Knock-out"),
    }
