"""The arguments of every command, as one table; nothing heavy is imported for it."""

from firmware.cli.help_texts import (
    ACCEPTANCE_HELP,
    BOARD_HELP,
    BUNDLE_HELP,
    CAMERA_HELP,
    CLIP_HELP,
    EVENTS,
    FORGET_HELP,
    FROM_HELP,
    IN_ORDER_HELP,
    JOURNALS_HELP,
    NAMES_HELP,
    NOTATION_HELP,
    OBJECTS,
    PAGE_HELP,
    RECORD_HELP,
    REST_HELP,
    RULES_HELP,
    SHEET_HELP,
    SOURCE_HELP,
    TABLES_HELP,
    WORDS_HELP,
)
from firmware.cli.option import Command, flag, json_flag, option
from firmware.cli.values import (
    answer_value,
    count_value,
    date_value,
    filled_value,
    names_value,
    port_value,
    positive_value,
    rules_value,
    table_value,
)
from firmware.rules.notation.guide import how_to_write

SOMEWHERE = ()
"""The place of a report that nobody named: not a text, which argparse would check like one that was typed."""

CAMERA = option("--camera", metavar="CAMERA", help=CAMERA_HELP)
DECK = option("--deck", metavar="NAME", help="an enrolled deck")
JOURNAL = option("--journal", metavar="PATH", help="the journal, instead of HAKAM_JOURNAL or the user's own")
RECORD = option("--record", metavar="DIR", help="keep the evening in a new folder, for `hakam replay DIR`")
PAGE = flag("--page", PAGE_HELP)
PORT = (
    option("--port", metavar="PORT", type=port_value, help="without it the first free one of 8080 to 8089"),
    option("--host", metavar="HOST", type=filled_value, help="address of this machine; without it all it has"),
    option("--for", dest="seconds", metavar="SECONDS", type=positive_value, help="end after so long"),
)
RECORD_ROOM = option("--record-mb", type=positive_value, metavar="MB", help="room for that recording (default 4000)")
PICTURE = option(
    "--picture", metavar="FILE.jpg", help="write what the camera sees, with outlines and what to move, over and over"
)
WINDOW = flag("--window", "show the same in a window, where there is a screen")
SESSION = option("session", metavar="SESSION", type=int, help="its number, as `hakam sessions` lists it")
TABLE = (
    option("--players", type=int, choices=(2, 3, 4), help="seats at the table"),
    (
        option("--first-dealer", type=int, choices=range(1, 5), metavar="PLAYER", help="1 for Player 1 and so on"),
        option("--dealer", type=int, choices=range(4), metavar="SEAT", help="first dealer as programs count, from 0"),
    ),
    option("--names", type=names_value, default=(), metavar="NAMES", help=NAMES_HELP),
    option("--rules", type=rules_value, metavar="RULES", help=RULES_HELP),
    DECK,
)
COMMANDS = (
    Command(
        "run",
        "watch the table through a camera and keep the score; a match that was cut off goes on",
        "hakam run --camera 0 --players 2",
        (
            CAMERA,
            *TABLE,
            json_flag(EVENTS),
            flag("--new", "begin a new match, whatever was cut off"),
            RECORD,
            RECORD_ROOM,
            PAGE,
            JOURNAL,
        ),
        needs=(("--record-mb", "--record"),),
    ),
    Command(
        "serve",
        "show score, table and questions in browsers on the local network, and hear what players say by their phones",
        "hakam serve --port 8080",
        (
            *PORT,
            JOURNAL,
        ),
    ),
    Command(
        "calibrate",
        "say how to move camera and lamp until the cards are read well; ends when five cards were played",
        "hakam calibrate --camera 0",
        (option("--sheet", metavar="FILE.pdf", help=SHEET_HELP), PICTURE, WINDOW, CAMERA, DECK),
        apart=tuple(("--sheet", other) for other in ("--picture", "--window", "--camera", "--deck")),
    ),
    Command(
        "doctor",
        "look at machine, camera, display, buttons and buzzer, and say what to do",
        "hakam doctor --camera 0",
        (
            CAMERA,
            json_flag("one finding a line, for other programs"),
            (
                flag("--acceptance", ACCEPTANCE_HELP),
                option("--bundle", metavar="PLACE", nargs="?", const=SOMEWHERE, help=BUNDLE_HELP),
            ),
            JOURNAL,
        ),
    ),
    Command(
        "replay",
        "watch a recorded table and keep the score",
        "hakam replay evening.mp4 --players 4 --report evening.html",
        (
            option("source", metavar="SOURCE", nargs="?", help=SOURCE_HELP),
            *TABLE,
            json_flag(EVENTS),
            option("--report", metavar="FILE.html", help="write one page with every play, its picture and its points"),
            option("--screens", metavar="DIR", help="write every screen of the small display as a PNG"),
            option(
                "--speed", type=positive_value, metavar="X", help="X times real time; without it as fast as possible"
            ),
            flag("--once", "read a recording once and tell it as it goes, as at the table; so do --deck and --speed"),
            PAGE,
            JOURNAL,
        ),
    ),
    Command(
        "read",
        "name the cards in still pictures",
        "hakam read table.jpg --draw read/",
        (
            option("pictures", metavar="PICTURE", nargs="+", help="JPEG or PNG, or a folder of pictures of one deck"),
            DECK,
            flag("--once", "name the cards of each picture for itself, those of a folder too; so does --deck"),
            json_flag(OBJECTS),
            option("--draw", metavar="DIR", help="write each picture with what was read drawn on it"),
        ),
    ),
    Command(
        "score",
        "score a game that was written down, without a camera",
        "hakam score game.txt",
        (option("record", metavar="RECORD", help="a text file, or - for standard input"), json_flag(EVENTS)),
        notes=how_to_write(),
    ),
    Command(
        "enrol",
        "learn a deck from the camera or from pictures that show each of its cards once, in any order, face up",
        "hakam enrol cafe --from table1.jpg table2.jpg table3.jpg table4.jpg",
        (
            option("name", metavar="NAME", help="what the deck is called from now on, as in --deck NAME"),
            (option("--from", dest="pictures", metavar="PICTURE", nargs="+", help=FROM_HELP), CAMERA),
            option("--rest", metavar="PICTURE", nargs="+", default=(), help=REST_HELP),
            option("--keep", metavar="DIR", help="write each table kept from the camera, for --from another time"),
            option("--pack", choices=("40", "48", "52"), help="how many cards it has; without it as many as seen"),
            option(
                "--is",
                dest="answers",
                metavar="NUMBER=CARD",
                type=answer_value,
                nargs="+",
                action="extend",
                help="what a doubtful card is, as in 17=10E",
            ),
            flag("--in-order", IN_ORDER_HELP),
            flag("--replace", "a deck that is enrolled under this name already is replaced, without a question"),
            option("--draw", metavar="DIR", help="write each picture with the names and numbers of its cards"),
            json_flag(f"{OBJECTS}; asks nothing"),
        ),
        apart=(("--from", "--keep"), ("--rest", "--in-order")),
        needs=(("--rest", "--from"),),
    ),
    Command(
        "decks",
        "list the enrolled decks, show one as a picture, rename or remove one",
        "hakam decks --show cafe cafe.png",
        (
            (
                option("--show", metavar=("NAME", "FILE.png"), nargs=2, help="write all its cards as one picture"),
                option("--rename", metavar=("OLD", "NEW"), nargs=2, help="call it otherwise"),
                option("--remove", metavar="NAME", help="forget it"),
                json_flag("one deck a line, for other programs"),
            ),
        ),
    ),
    Command(
        "voices",
        "list the words that are said aloud, hear them, record them",
        "hakam voices --record caida mesa --lang ary",
        (
            (
                option("--play", metavar="CLIP", nargs="+", help="hear clips, one after the other: player_1 caida"),
                option("--record", metavar="CLIP", nargs="*", help=RECORD_HELP),
                json_flag("one clip a line, for other programs"),
            ),
        ),
    ),
    Command(
        "rules",
        "tell the rules of a preset, or list all presets",
        "hakam rules cafe --players 4",
        (
            option("rules", metavar="RULES", nargs="?", help=f"{RULES_HELP}; without it the list of presets"),
            option("--players", type=int, choices=(2, 3, 4), help="how many play (default 2)"),
            flag("--options", "list what house rules can set"),
        ),
        apart=(("--options", "rules"), ("--options", "--players")),
        needs=(("--players", "rules"),),
    ),
    Command(
        "sessions",
        "list the sessions in the journal",
        "hakam sessions",
        (json_flag("one session a line, for other programs"), JOURNAL),
    ),
    Command(
        "board",
        "gather several tables in one board: how each stands, and what it comes to",
        "hakam board 1=http://192.168.1.11:8080/ 2=table2.db",
        (
            option("tables", metavar="TABLE=PLACE", nargs="*", type=table_value, default=(), help=TABLES_HELP),
            option("--db", metavar="PLACE", help=BOARD_HELP),
            flag("--rebuild", "forget what was gathered, and read all of it anew"),
            json_flag("one table a line, for other programs"),
            flag("--page", "keep it new, and show it in browsers on the local network"),
            *PORT,
        ),
        apart=(("--page", "--json"),),
        needs=(("--port", "--page"), ("--host", "--page"), ("--for", "--page")),
    ),
    Command(
        "mqtt",
        "tell a broker what happens at the table, for Home Assistant and others; the settings name it",
        "hakam mqtt",
        (JOURNAL,),
    ),
    Command(
        "journal",
        "see whether a journal is as it was written, and save what can be saved of a damaged one",
        "hakam journal check --repair",
        (
            option("what", metavar="check", choices=("check",), help="go through all of it; nothing in it is changed"),
            option("path", metavar="PATH", nargs="?", help="a journal; without it HAKAM_JOURNAL or the user's own"),
            flag("--repair", "write all that is whole into a new one, NAME-repaired.db beside it"),
            json_flag("what was found as one object, for other programs"),
        ),
    ),
    Command(
        "forget",
        "delete sessions for good, with their pictures: none of their bytes stays in the journal",
        "hakam forget 3 4",
        (
            option("sessions", metavar="NUMBER", nargs="*", type=int, help=FORGET_HELP),
            option("--before", metavar="DATE", type=date_value, help="all that began before that day (2026-11-30)"),
            json_flag("what was forgotten as one object, for other programs"),
            JOURNAL,
        ),
    ),
    Command(
        "export",
        "write a session of the journal to one file that can be sent and replayed elsewhere",
        "hakam export 3 evening.jsonl.gz",
        (
            SESSION,
            option("file", metavar="FILE", nargs="?", help="compressed if the name ends in .gz"),
            flag("--notation", NOTATION_HELP),
            JOURNAL,
        ),
    ),
    Command(
        "book",
        "tell who played whom, who won and who made what, over all evenings",
        "hakam book --page book.html",
        (
            option("journals", metavar="PATH", nargs="*", default=(), help=JOURNALS_HELP),
            flag("--all", "recordings that were watched count, too, not only games at the table"),
            option("--page", metavar="FILE.html", help="write it as a page with plots"),
            option("--csv", metavar="FILE.csv", help="write a line for each player of each game, for spreadsheets"),
        ),
    ),
    Command(
        "clip",
        "show a play of a kept session as a short film that browsers play, to settle who did what",
        "hakam clip 3 12 dispute.mp4",
        (
            option("session", metavar="SESSION", help=CLIP_HELP),
            option("play", metavar="PLAY", type=count_value, help="the number of the play, as its report has it"),
            option("file", metavar="FILE.mp4", nargs="?", help="ends in .mp4 or .gif (default play-NUMBER.mp4)"),
            option("--film", metavar="RECORDING", help="moving pictures of that evening: a session folder or a video"),
            JOURNAL,
        ),
    ),
    Command(
        "correct",
        "put a kept session right: a card, a seat, a missed play, a phantom; it is counted anew and kept as another",
        "hakam correct 3 'card 12 7O' 'insert 20 1 4C' 'remove 31'",
        (
            SESSION,
            option("words", metavar="WORDS", nargs="*", default=(), help=WORDS_HELP),
            json_flag("the closing line of the corrected session as JSON, without WORDS that of the session as it is"),
            JOURNAL,
        ),
    ),
)
