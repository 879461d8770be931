"""HTML from templates: every value that is put into one is escaped, and one that is missing is an error."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from firmware.report.cards import MARKS


def render(template: str, **values: object) -> str:
    """A template of ``firmware/web/templates`` with its values."""
    return _templates().get_template(template).render(**values)


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("firmware.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals |= {"marks": MARKS}
    return templates
