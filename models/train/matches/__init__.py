"""Recorded matches whose truth is known: whole games played on a table by people who slip, forget and cheat a little.

Modules, from the table up::

    stage       every physical thing and where it lies
    places      natural places for things
    boxes       what a game's box holds, and the table before the first event
    moves       what has to be moved for the table to lie as a layout says
    acts        hands, throws, bumps and lamps, one after another in time, and what rests between them
    conduct     how people carry out each event of each game
    slips       what they do besides: put back, lay askew, forget, bump, switch lamps
    illegal     what they must not do, by clause
    script      a whole match with all of it
    truth       the match as JSON
    views       what perfect eyes, and worse ones, would see of it
    film        the match as a film

All but the film is pure Python without numpy, a function of its seed, and fast: thousands of matches a minute tell how
well a referee explains what is seen.
"""
