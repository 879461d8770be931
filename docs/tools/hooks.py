"""The hooks of mkdocs: pages from elsewhere in the repository, pages from the code, and line numbers of quotes."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docs.tools import decisions, links, programs, quotes, reference, text_pages
from docs.tools.settings import settings_page

WIDE = ("glossary.md", "reference/index.md", "reference/settings.md")
"""Pages that are one table: they have the room of the list of headings, too."""
_SOURCES = {place: page for page, place in links.MOUNTS.items()}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the decisions and the packages to the navigation, behind the pages that list them."""
    sections = {name: pages for entry in config.nav for name, pages in entry.items()}
    within = next(entry for entry in sections["Architecture"] if "Decisions" in entry)
    within["Decisions"] = ["decisions/index.md", *(f"decisions/{note.name}" for note in decisions.notes())]
    sections["Reference"].append({"Texts to check": [{one: place} for place, one in text_pages.titles().items()]})
    sections["Reference"].append({"Packages": [{name: f"reference/{name}.md"} for name in reference.packages()]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what does not lie under ``docs``."""
    for path, text in _texts().items():
        files.append(File.generated(config, path, content=text))
    for path in _pictures():
        files.append(File.generated(config, path, abs_src_path=str(links.ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead links to their places on the site, and give quotes their line numbers."""
    place = page.file.src_uri
    if place in WIDE:
        page.meta.setdefault("hide", ["toc"])
    if place == "decisions/index.md":
        markdown += f"\n{decisions.table()}"
    source = _SOURCES.get(place, f"docs/{place}")
    return quotes.numbered(links.for_site(source, markdown))


def _texts() -> dict[str, str]:
    mounted = {place: (links.ROOT / page).read_text() for page, place in links.MOUNTS.items()}
    made = {"reference/settings.md": settings_page(), "reference/commands.md": programs.page()}
    return mounted | made | text_pages.pages() | reference.pages() | {"reference/index.md": reference.index()}


def _pictures() -> set[str]:
    """Pictures that mounted pages show and that lie outside ``docs``."""
    shown = {links.resolved(page, target) for page in links.MOUNTS for target in links.targets(page)}
    return {path for path in shown if path.endswith(links.ASSETS) and not path.startswith("docs/")}
