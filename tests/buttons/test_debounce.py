import pytest

from firmware.buttons.debounce import Debouncer, Edge, RefereeButton, button_of

A = RefereeButton.A


def changes(text, held=(), debounce_ms=25, stuck_ms=5000):
    """Feed ``0+10`` (seat 0 pressed at 10 ms), ``a-90`` (A released) ...; a minute later all is told."""
    contacts, told = Debouncer(debounce_ms, stuck_ms, held), []

    def take(until_ms):
        while contacts.next_ms is not None and contacts.next_ms <= until_ms - debounce_ms:
            told.append(contacts.take(contacts.next_ms))

    for word in text.split():
        button = A if word[0] == "a" else int(word[0])
        edge = Edge(int(word[2:]), button, word[1] == "+")
        take(edge.t_ms)
        contacts.feed(edge)
    take(60_000)
    return " ".join(f"{one.button}.{one.state}.{one.t_ms}" for one in told if one), contacts.stuck


@pytest.mark.parametrize(
    ("edges", "told"),
    [
        ("0+10 0-90", "0.down.10 0.up.90"),
        ("0+10 a+20 0-90 a-95", "0.down.10 a.down.20 0.up.90 a.up.95"),
        ("0+10 0-12 0+15 0-18 0+30 0-90 0+93 0-110", "0.down.10 0.up.90"),
        ("0+10 0+10 0+11 0-90 0-90 0-99", "0.down.10 0.up.90"),
        ("0+10 0+80 0-90", "0.down.10 0.up.90"),
        ("0+10 0-34", ""),
        ("0+10 0-35", "0.down.10 0.up.35"),
        ("0+10 0-90 0+100 0-200", "0.down.10 0.up.200"),
        ("0+10 0-90 0+115 0-200", "0.down.10 0.up.90 0.down.115 0.up.200"),
        ("0-10 0-90", ""),
        ("0-10 0+90 0-200", "0.down.90 0.up.200"),
        ("0+10 0+400 0-500", "0.down.10 0.up.500"),
        ("0+10 a+10 a-80 0-80", "0.down.10 a.down.10 a.up.80 0.up.80"),
    ],
)
def test_presses_and_releases_that_happened(edges, told):
    assert changes(edges) == (told, frozenset())


@pytest.mark.parametrize(
    ("edges", "held", "told", "stuck"),
    [
        ("0+10", (), "0.down.10 0.stuck.5010", {0}),
        ("0+10 0-5009", (), "0.down.10 0.up.5009", set()),
        ("0+10 0-5010", (), "0.down.10 0.stuck.5010", set()),
        ("0+10 0-9000 0+9100 0-9200", (), "0.down.10 0.stuck.5010 0.down.9100 0.up.9200", set()),
        ("0+10 a+10", (), "0.down.10 a.down.10 0.stuck.5010 a.stuck.5010", {0, A}),
        ("", (0, A), "0.stuck.5000 a.stuck.5000", {0, A}),
        ("0-700 0+900 0-999", (0,), "0.up.700 0.down.900 0.up.999", set()),
        ("0+700 0+900", (0,), "0.stuck.5000", {0}),
    ],
)
def test_what_is_down_too_long_is_stuck_once_and_its_release_is_not_told(edges, held, told, stuck):
    assert changes(edges, held) == (told, frozenset(stuck))


@pytest.mark.parametrize(("name", "button"), [("0", 0), ("3", 3), ("a", RefereeButton.A), ("b", RefereeButton.B)])
def test_a_button_is_known_by_its_name(name, button):
    assert button_of(name) == button
