"""Recorded matches whose truth is known: whole games played on a table by people who slip, forget and cheat a little.

The script is pure Python without numpy, a function of its seed, and fast: hundreds of matches a minute, seen by eyes
that doubt and err as they say, tell how well a referee explains what it is shown::

    stage       every physical thing and where it lies
    places      natural places for things
    boxes       what a game's box holds, and the table before the first event
    moves       what has to be moved for the table to lie as a layout says
    acts        hands, throws, bumps and lamps, one after another in time, and what rests between them
    conduct     how people carry out each event of each game
    slips       what they do besides: put back, lay askew, forget, bump, switch lamps
    wrongs...   what they must not do, by game, each act with the clauses that it breaks
    signs       what lies there and what has to, counted alike
    illegal     acts that nobody could take for legal ones, committed and put right
    script      a whole match with all of it
    truth       the match as JSON
    views       what perfect eyes, and worse ones, would see of it

The film needs the extra `train`::

    props       how things look, the same wherever they lie
    scenery     sheets, table, room, lamps and camera
    screen      the picture of the table, drawn anew only where it changes
    throws      how dice fly to where they have to lie
    hands       hands and forearms, painted with their shadows
    staging     what each frame shows: what goes, flies, is carried, where hands are
    film        the frames, a camera's noise, the file and its truth
    judge       how the eyes do on it
"""
