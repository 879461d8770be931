"""The arguments of the commands about what journals keep: they list, gather, tell, delete, send and correct it."""

from firmware.cli.help_texts import (
    BOARD_HELP,
    CLIP_HELP,
    FORGET_HELP,
    JOURNALS_HELP,
    NOTATION_HELP,
    TABLES_HELP,
    WORDS_HELP,
)
from firmware.cli.option import JOURNAL, PORT, Command, flag, json_flag, option
from firmware.cli.values import count_value, date_value, table_value

SESSION = option("session", metavar="SESSION", type=int, help="its number, as `hakam sessions` lists it")
JOURNAL_COMMANDS = (
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
