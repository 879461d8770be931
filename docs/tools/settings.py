"""The page of all settings, from the one model that reads them."""

from firmware.settings.default_file import sample


def page() -> str:
    """All settings with their meaning, default, and what changing them does."""
    return f"# Settings\n\nThe file as it is installed, with every setting commented out:\n\n```toml\n{sample()}```\n"
