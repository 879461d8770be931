"""The page's templates with their values."""

from functools import cache

from jinja2 import Environment

from firmware.report.templating import environment


def render(template: str, **values: object) -> str:
    """A template of ``firmware/web/templates`` with its values."""
    return _templates().get_template(template).render(**values)


@cache
def _templates() -> Environment:
    return environment("firmware.web")
