"""What the help of a command says of its arguments, where that is long or said of several commands."""

CAMERA_HELP = "pi, the number of one on USB, or a recording in its place (from its 90th second on: film.mp4@90)"
RULES_HELP = "a preset, one with options ('pagat target=21') or a TOML file of house rules"
NAMES_HELP = "what to call the players, Player 1 first, as in Amina,Youssef; without it the settings' names or numbers"
JOURNALS_HELP = "journals, of several tables or years; without it HAKAM_JOURNAL or the user's own"
CLIP_HELP = "its number, as `hakam sessions` lists it, or an exported session"
SOURCE_HELP = (
    "a session folder, a video, the number of a session in the journal or an exported session; "
    "without it the bundled demo"
)
ACCEPTANCE_HELP = (
    "the first day of a board: a quarter of an hour with a person who looks, presses and pulls plugs; "
    "each point passes or fails, and after a break the next one goes on"
)
BUNDLE_HELP = (
    "write a report from which a fault can be played again: one file of at most 20 MB, with the newest "
    "session, pictures, settings, findings; PLACE is a file or a folder; without it a stick, else this folder"
)
SHEET_HELP = "write a sheet of A4 to print, with cards to cut out, a ruler and a star to focus by, and look at nothing"
FROM_HELP = (
    "JPEG or PNG, ten cards or so each; without it the camera: lay out ten cards or so, press A (a button or "
    "a key) to keep them, lay out others, press B at the end"
)
REST_HELP = (
    "behind --from: pictures of the cards that were told to be missing, alone and in the order that was told, row by "
    "row from above left"
)
IN_ORDER_HELP = (
    "the cards lie in order, from above left row by row: 1 to 12 of oros, copas, espadas, bastos; for a deck "
    "that nobody could read otherwise, one made by hand"
)
WORDS_HELP = (
    "'card [PLAY] CARD', 'seat [PLAY] PLAYER', 'insert PLAY PLAYER CARD', 'remove [PLAY]', "
    "'layout DEAL CARD CARD CARD CARD', undo, redo; PLAYER is 1 for Player 1 and so on; "
    "without any the plays are listed with their numbers"
)
NOTATION_HELP = (
    "write its plays as text that can be read, put right by hand and scored by `hakam score`; "
    "FILE may be - for standard output"
)
PAGE_HELP = "open the page for browsers on the local network meanwhile, as `hakam serve` does, and say its address"
FORGET_HELP = (
    "of a session, as `hakam sessions` lists it; without any, and without --before, what was deleted earlier to make "
    "room is overwritten"
)
RECORD_HELP = "record clips with a microphone, one after the other; without a name all that are not recorded yet"
TABLES_HELP = "what each table is called here, and the file of its journal or the address of its page"
EVENTS, OBJECTS = "one event a line, for other programs", "one object a line, for other programs"
BOARD_HELP = (
    "the board's file, or a URL of Postgres (postgresql://user@host/database; pip install 'hakam[postgres]'), "
    "instead of the settings' or the user's own"
)
