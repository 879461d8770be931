"""The arguments of every command, as one table; nothing heavy is imported for it."""

from firmware.cli.help_texts import (
    ACCEPTANCE_HELP,
    BUNDLE_HELP,
    CAMERA_HELP,
    EVENTS,
    FROM_HELP,
    IN_ORDER_HELP,
    NAMES_HELP,
    OBJECTS,
    PAGE_HELP,
    RECORD_HELP,
    REST_HELP,
    RULES_HELP,
    SHEET_HELP,
    SOURCE_HELP,
)
from firmware.cli.journal_arguments import JOURNAL_COMMANDS
from firmware.cli.option import JOURNAL, PORT, Command, flag, json_flag, option
from firmware.cli.values import answer_value, names_value, positive_value, rules_value
from firmware.rules.notation.guide import how_to_write

SOMEWHERE = ()
"""The place of a report that nobody named: not a text, which argparse would check like one that was typed."""

CAMERA = option("--camera", metavar="CAMERA", help=CAMERA_HELP)
DECK = option("--deck", metavar="NAME", help="an enrolled deck")
RECORD = option("--record", metavar="DIR", help="keep the evening in a new folder, for `hakam replay DIR`")
PAGE = flag("--page", PAGE_HELP)
RECORD_ROOM = option("--record-mb", type=positive_value, metavar="MB", help="room for that recording (default 4000)")
PICTURE = option(
    "--picture", metavar="FILE.jpg", help="write what the camera sees, with outlines and what to move, over and over"
)
WINDOW = flag("--window", "show the same in a window, where there is a screen")
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
    *JOURNAL_COMMANDS,
)
