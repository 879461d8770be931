"""The arguments of every command, as one table; nothing heavy is imported for it."""

from typing import Any, NamedTuple

from firmware.announce.texts import LANGUAGES
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


class Option(NamedTuple):
    """One argument, as argparse's ``add_argument`` takes it."""

    names: tuple[str, ...]
    how: dict[str, Any]


class Command(NamedTuple):
    """One command.

    Attributes:
        name: as it is called; the function of that name does it, in a module of :mod:`firmware.cli.commands` of that
            name too.
        does: what it does, after "hakam NAME: ".
        example: a call.
        options: its arguments; of those in a tuple only one may be given.
        notes: what else its help says, in lines that are printed as they are.
        apart: pairs of arguments of which one makes the other meaningless; those that exclude each other all round
            stand in a tuple among ``options``.
        needs: arguments that mean nothing without the second one.
    """

    name: str
    does: str
    example: str
    options: tuple[Option | tuple[Option, ...], ...]
    notes: str = ""
    apart: tuple[tuple[str, str], ...] = ()
    needs: tuple[tuple[str, str], ...] = ()

    @property
    def arguments(self) -> tuple[Option, ...]:
        """All of them, those of which only one may be given too."""
        groups = ((one,) if isinstance(one, Option) else one for one in (*COMMON, *self.options))
        return tuple(option for group in groups for option in group)


def _option(*names: str, **how: Any) -> Option:
    return Option(names, how)


def _flag(name: str, words: str) -> Option:
    return Option((name,), {"action": "store_true", "help": words})


def _json(words: str) -> Option:
    return _flag("--json", words)


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

CONFIG = _option("--config", metavar="FILE", help="settings, instead of HAKAM_CONFIG or the user's hakam.toml")
LANGUAGE = _option("--lang", choices=LANGUAGES, help="language of what is said and shown")
COMMON = (CONFIG, LANGUAGE)
CAMERA = _option("--camera", metavar="CAMERA", help=CAMERA_HELP)
DECK = _option("--deck", metavar="NAME", help="an enrolled deck")
JOURNAL = _option("--journal", metavar="PATH", help="the journal, instead of HAKAM_JOURNAL or the user's own")
RECORD = _option("--record", metavar="DIR", help="keep the evening in a new folder, for `hakam replay DIR`")
PAGE = _flag("--page", PAGE_HELP)
RECORD_ROOM = _option("--record-mb", type=positive_value, metavar="MB", help="room for that recording (default 4000)")
PICTURE = _option(
    "--picture", metavar="FILE.jpg", help="write what the camera sees, with outlines and what to move, over and over"
)
WINDOW = _flag("--window", "show the same in a window, where there is a screen")
SESSION = _option("session", metavar="SESSION", type=int, help="its number, as `hakam sessions` lists it")
TABLE = (
    _option("--players", type=int, choices=(2, 3, 4), help="seats at the table"),
    (
        _option("--first-dealer", type=int, choices=range(1, 5), metavar="PLAYER", help="1 for Player 1 and so on"),
        _option("--dealer", type=int, choices=range(4), metavar="SEAT", help="first dealer as programs count, from 0"),
    ),
    _option("--names", type=names_value, default=(), metavar="NAMES", help=NAMES_HELP),
    _option("--rules", type=rules_value, metavar="RULES", help=RULES_HELP),
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
            _json(EVENTS),
            _flag("--new", "begin a new match, whatever was cut off"),
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
            _option("--port", metavar="PORT", type=port_value, help="without it the first free one of 8080 to 8089"),
            _option("--host", metavar="HOST", type=filled_value, help="address of this machine; without it all it has"),
            _option("--for", dest="seconds", metavar="SECONDS", type=positive_value, help="end after so long"),
            JOURNAL,
        ),
    ),
    Command(
        "calibrate",
        "say how to move camera and lamp until the cards are read well; ends when five cards were played",
        "hakam calibrate --camera 0",
        (_option("--sheet", metavar="FILE.pdf", help=SHEET_HELP), PICTURE, WINDOW, CAMERA, DECK),
        apart=tuple(("--sheet", other) for other in ("--picture", "--window", "--camera", "--deck")),
    ),
    Command(
        "doctor",
        "look at machine, camera, display, buttons and buzzer, and say what to do",
        "hakam doctor --camera 0",
        (
            CAMERA,
            _json("one finding a line, for other programs"),
            (
                _flag("--acceptance", ACCEPTANCE_HELP),
                _option("--bundle", metavar="PLACE", nargs="?", const=SOMEWHERE, help=BUNDLE_HELP),
            ),
            JOURNAL,
        ),
    ),
    Command(
        "replay",
        "watch a recorded table and keep the score",
        "hakam replay evening.mp4 --players 4 --report evening.html",
        (
            _option("source", metavar="SOURCE", nargs="?", help=SOURCE_HELP),
            *TABLE,
            _json(EVENTS),
            _option("--report", metavar="FILE.html", help="write one page with every play, its picture and its points"),
            _option("--screens", metavar="DIR", help="write every screen of the small display as a PNG"),
            _option(
                "--speed", type=positive_value, metavar="X", help="X times real time; without it as fast as possible"
            ),
            _flag("--once", "read a recording once and tell it as it goes, as at the table; so do --deck and --speed"),
            PAGE,
            JOURNAL,
        ),
    ),
    Command(
        "read",
        "name the cards in still pictures",
        "hakam read table.jpg --draw read/",
        (
            _option("pictures", metavar="PICTURE", nargs="+", help="JPEG or PNG, or a folder of pictures of one deck"),
            DECK,
            _flag("--once", "name the cards of each picture for itself, those of a folder too; so does --deck"),
            _json(OBJECTS),
            _option("--draw", metavar="DIR", help="write each picture with what was read drawn on it"),
        ),
    ),
    Command(
        "score",
        "score a game that was written down, without a camera",
        "hakam score game.txt",
        (_option("record", metavar="RECORD", help="a text file, or - for standard input"), _json(EVENTS)),
        notes=how_to_write(),
    ),
    Command(
        "enrol",
        "learn a deck from the camera or from pictures that show each of its cards once, in any order, face up",
        "hakam enrol cafe --from table1.jpg table2.jpg table3.jpg table4.jpg",
        (
            _option("name", metavar="NAME", help="what the deck is called from now on, as in --deck NAME"),
            (_option("--from", dest="pictures", metavar="PICTURE", nargs="+", help=FROM_HELP), CAMERA),
            _option("--rest", metavar="PICTURE", nargs="+", default=(), help=REST_HELP),
            _option("--keep", metavar="DIR", help="write each table kept from the camera, for --from another time"),
            _option("--pack", choices=("40", "48", "52"), help="how many cards it has; without it as many as seen"),
            _option(
                "--is",
                dest="answers",
                metavar="NUMBER=CARD",
                type=answer_value,
                nargs="+",
                action="extend",
                help="what a doubtful card is, as in 17=10E",
            ),
            _flag("--in-order", IN_ORDER_HELP),
            _flag("--replace", "a deck that is enrolled under this name already is replaced, without a question"),
            _option("--draw", metavar="DIR", help="write each picture with the names and numbers of its cards"),
            _json(f"{OBJECTS}; asks nothing"),
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
                _option("--show", metavar=("NAME", "FILE.png"), nargs=2, help="write all its cards as one picture"),
                _option("--rename", metavar=("OLD", "NEW"), nargs=2, help="call it otherwise"),
                _option("--remove", metavar="NAME", help="forget it"),
                _json("one deck a line, for other programs"),
            ),
        ),
    ),
    Command(
        "voices",
        "list the words that are said aloud, hear them, record them",
        "hakam voices --record caida mesa --lang ary",
        (
            (
                _option("--play", metavar="CLIP", nargs="+", help="hear clips, one after the other: player_1 caida"),
                _option("--record", metavar="CLIP", nargs="*", help=RECORD_HELP),
                _json("one clip a line, for other programs"),
            ),
        ),
    ),
    Command(
        "rules",
        "tell the rules of a preset, or list all presets",
        "hakam rules cafe --players 4",
        (
            _option("rules", metavar="RULES", nargs="?", help=f"{RULES_HELP}; without it the list of presets"),
            _option("--players", type=int, choices=(2, 3, 4), help="how many play (default 2)"),
            _flag("--options", "list what house rules can set"),
        ),
        apart=(("--options", "rules"), ("--options", "--players")),
        needs=(("--players", "rules"),),
    ),
    Command(
        "sessions",
        "list the sessions in the journal",
        "hakam sessions",
        (_json("one session a line, for other programs"), JOURNAL),
    ),
    Command(
        "board",
        "gather several tables in one board: how each stands, and what it comes to",
        "hakam board 1=http://192.168.1.11:8080/ 2=table2.db",
        (
            _option("tables", metavar="TABLE=PLACE", nargs="*", type=table_value, default=(), help=TABLES_HELP),
            _option("--db", metavar="PATH", help="the board's file, instead of the settings' or the user's own"),
            _flag("--rebuild", "forget what was gathered, and read all of it anew"),
            _json("one table a line, for other programs"),
        ),
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
            _option("what", metavar="check", choices=("check",), help="go through all of it; nothing in it is changed"),
            _option("path", metavar="PATH", nargs="?", help="a journal; without it HAKAM_JOURNAL or the user's own"),
            _flag("--repair", "write all that is whole into a new one, NAME-repaired.db beside it"),
            _json("what was found as one object, for other programs"),
        ),
    ),
    Command(
        "forget",
        "delete sessions for good, with their pictures: none of their bytes stays in the journal",
        "hakam forget 3 4",
        (
            _option("sessions", metavar="NUMBER", nargs="*", type=int, help=FORGET_HELP),
            _option("--before", metavar="DATE", type=date_value, help="all that began before that day (2026-11-30)"),
            _json("what was forgotten as one object, for other programs"),
            JOURNAL,
        ),
    ),
    Command(
        "export",
        "write a session of the journal to one file that can be sent and replayed elsewhere",
        "hakam export 3 evening.jsonl.gz",
        (
            SESSION,
            _option("file", metavar="FILE", nargs="?", help="compressed if the name ends in .gz"),
            _flag("--notation", NOTATION_HELP),
            JOURNAL,
        ),
    ),
    Command(
        "book",
        "tell who played whom, who won and who made what, over all evenings",
        "hakam book --page book.html",
        (
            _option("journals", metavar="PATH", nargs="*", default=(), help=JOURNALS_HELP),
            _flag("--all", "recordings that were watched count, too, not only games at the table"),
            _option("--page", metavar="FILE.html", help="write it as a page with plots"),
            _option("--csv", metavar="FILE.csv", help="write a line for each player of each game, for spreadsheets"),
        ),
    ),
    Command(
        "clip",
        "show a play of a kept session as a short film that browsers play, to settle who did what",
        "hakam clip 3 12 dispute.mp4",
        (
            _option("session", metavar="SESSION", help=CLIP_HELP),
            _option("play", metavar="PLAY", type=count_value, help="the number of the play, as its report has it"),
            _option("file", metavar="FILE.mp4", nargs="?", help="ends in .mp4 or .gif (default play-NUMBER.mp4)"),
            _option("--film", metavar="RECORDING", help="moving pictures of that evening: a session folder or a video"),
            JOURNAL,
        ),
    ),
    Command(
        "correct",
        "put a kept session right: a card, a seat, a missed play, a phantom; it is counted anew and kept as another",
        "hakam correct 3 'card 12 7O' 'insert 20 1 4C' 'remove 31'",
        (
            SESSION,
            _option("words", metavar="WORDS", nargs="*", default=(), help=WORDS_HELP),
            _json("the closing line of the corrected session as JSON, without WORDS that of the session as it is"),
            JOURNAL,
        ),
    ),
)
