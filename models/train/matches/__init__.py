"""Generates whole matches with their truth: legal play, mishaps and illegal acts, as scripts and as films.

`stage` and `script` are pure Python without numpy, functions of a seed, and fast: hundreds of matches a minute, seen
with simulated eyesight that doubts and errs as it says, tell how well the referee explains what it is shown::

    stage/      every physical thing and where it lies
      places      natural places for things
      boxes       what a game's box holds, and the table before the first event
      moves       what has to be moved for the table to lie as a layout says
      signs       what lies there and what has to, counted alike
      eyesight    what eyes see of it, perfect ones and worse
    script/     a whole match, act by act
      acts        hands, throws, bumps and lamps, one after another in time, and what rests between them
      conduct     how people carry out each event of each game
      slips       what they do besides: put back, lay askew, forget, bump, switch lamps
      illegal     legal acts with a mistake in each, committed where no legal one explains the table, and put right
      short_match whole short matches for the films that come with the app
      captions    what to look at in such a film
      truth       the match as JSON
    evaluate/   every rest as eyes see it; what the referee makes of them, and readers of films

The film needs the extra `train`::

    film/       the frames, a camera's noise, the file and its truth
      props       how things look, the same wherever they lie
      scenery     sheets, table, room, lamps and camera
      screen      the picture of the table, drawn anew only where it changes
      path_traced_screen  the same by the second renderer
      throws      how dice fly to where they have to lie
      hands       hands and forearms, painted with their shadows
      staging     what each frame shows: what goes, flies, is carried, where hands are
    follow_films  films that nothing was tuned on, followed, and what every touch that is left came from
"""
