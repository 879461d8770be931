"""HTML from templates: every value that is put into one is escaped, and one that is missing is an error."""

from jinja2 import Environment, PackageLoader, StrictUndefined

from firmware.report.cards import MARKS


def environment(package: str) -> Environment:
    """The templates in the folder ``templates`` of a package, with the suits as drawn marks.

    Args:
        package: its dotted name.
    """
    made = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"marks": MARKS}
    return made
