"""Facts about filmed sessions and their folders; small pictures, few frames."""

import functools
import json

import cv2
import numpy as np
import pytest

from firmware.cards import ES40, Card
from firmware.settings.session_file import read_session_file
from firmware.signals import Unnamed
from models.synthetic.cards.deck import Deck
from models.synthetic.films.recipe import Recipe, make_session
from models.synthetic.films.session import demo_recipe, main
from models.synthetic.films.session_folder import eventful, truth_of, write_session, write_video
from models.synthetic.films.setting import SURFACES, SurfaceUnknownError, session_surface
from vision.sources import open_source

SIZE = (320, 180)


@functools.cache
def flat_deck() -> Deck:
    """Each card in one colour: quick to draw, easy to tell."""
    faces = {}
    for n, face in enumerate((*ES40.cards, Unnamed.BACK)):
        picture = np.full((96, 62, 4), 255, np.uint8)
        picture[8:-8, 8:-8, :3] = (n * 6, 255 - n * 6, (n * 37) % 256)
        faces[face] = picture
    return Deck("flat", "spanish", faces)


def recipe(**changes) -> Recipe:
    what = {"players": 2, "deals": 1, "surface": "cloth", "size_px": SIZE, "fps": 4.0, "clean": True, "pace": 3.0}
    return Recipe(flat_deck(), 11, **what | changes)


@functools.cache
def session():
    return make_session(recipe())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("session")
    write_session(make_session(recipe(fps=1.0)), path)
    return path


def test_a_card_put_down_is_seen_where_the_timeline_has_it():
    timeline, film = session().timeline, session().film
    play = timeline.plays[0]
    before, after = (film.frame(t_ms).astype(int) for t_ms in (200, play.t_ms + 20))
    lying = next(card for card in timeline.at(play.t_ms).cards if card.card == play.card)
    scale = SIZE[0] / timeline.view.width_mm
    x, y = round(lying.pose.x_mm * scale), round(lying.pose.y_mm * scale)
    assert np.abs(after[y - 3 : y + 4, x - 3 : x + 4] - before[y - 3 : y + 4, x - 3 : x + 4]).mean() > 10


def test_a_still_table_is_drawn_once_and_gets_new_noise():
    noisy = make_session(recipe(clean=False))
    one, other = noisy.film.frame(10), noisy.film.frame(60)
    assert (one != other).any()
    assert np.abs(one.astype(int) - other).mean() < 8


def test_the_same_recipe_gives_the_same_pictures():
    times = (0, session().timeline.plays[1].t_ms)
    films = [make_session(recipe(clean=False)).film for _ in range(2)]
    for t_ms in times:
        one, other = (film.frame(t_ms) for film in films)
        assert (one == other).all()


def test_pictures_have_the_size_and_the_times_asked_for():
    times = session().times_ms
    assert set(np.diff(times)) == {250}
    t_ms, picture = next(session().frames())
    assert t_ms == 0 and picture.shape == (180, 320, 3) and picture.dtype == np.uint8


def test_irregular_times_rise_and_keep_the_rate():
    times = make_session(recipe(steady=False)).times_ms
    steps = np.diff(times)
    assert (steps > 0).all() and len(set(steps)) > 10
    assert steps.mean() == pytest.approx(250, rel=0.02)


def test_a_folder_is_a_session_to_the_replay(folder):
    said = read_session_file(folder / "session.json")
    assert (said.players, said.dealer, said.rules, said.inputs) == (2, 0, "pagat", ())
    frames = list(open_source(folder))
    assert [frame.t_ms for frame in frames] == list(make_session(recipe(fps=1.0)).times_ms)
    assert frames[0].picture.shape == (180, 320, 3)


def test_the_truth_lies_beside_the_pictures(folder):
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    assert truth == json.loads(json.dumps(truth_of(session().timeline)))
    assert len(truth["plays"]) == 36 and len(truth["deals"]) == 1
    assert truth["scores"] == truth["deals"][0]["scores"] and truth["winner"] is None
    taken = [card for play in truth["plays"] for card in play["took"]]
    assert all(Card.parse(card) in ES40.cards for card in taken)
    assert truth["deals"][0]["layout_ms"] == sorted(truth["deals"][0]["layout_ms"])


def test_a_video_has_a_time_for_each_picture(tmp_path):
    short = make_session(recipe(fps=4.0, pace=6.0))
    write_video(short, tmp_path)
    frames = list(open_source(tmp_path))
    assert [frame.t_ms for frame in frames] == list(eventful(short.timeline, short.times_ms))
    drawn = short.film.frame(frames[-1].t_ms)
    assert np.abs(frames[-1].picture.astype(int) - drawn).mean() < 8


def test_a_video_leaves_out_nothing_but_a_still_table():
    timeline, times = session().timeline, session().times_ms
    kept = set(eventful(timeline, times))
    assert kept < set(times)
    assert all(timeline.at(t_ms).still for t_ms in times if t_ms not in kept)


@pytest.mark.parametrize("name", ["wood", "cloth", "light", "white"])
def test_surfaces_are_what_their_names_say(name):
    means = [session_surface(name)(seed).picture.mean() for seed in (1, 2)]
    limits = {"light": (170, 200), "white": (218, 240)}.get(name, (15, 235))
    assert all(limits[0] < mean < limits[1] for mean in means)


def test_an_unknown_surface_is_named_with_the_known_ones():
    with pytest.raises(SurfaceUnknownError, match=r"lava.*cloth"):
        session_surface("lava")(1)
    assert {"wood", "cloth", "light", "white"} <= set(SURFACES)


def test_the_command_writes_a_session(tmp_path):
    out = tmp_path / "made"
    size = ["--size", "160x90", "--fps", "1", "--pace", "4", "--clean", "--video", "--mishaps"]
    assert main([str(out), "--deals", "1", "--surface", "plain", *size]) == 0
    assert {file.name for file in out.iterdir()} == {"video.mp4", "frames.csv", "session.json", "truth.json"}
    assert json.loads((out / "truth.json").read_text(encoding="utf-8"))["mishaps"]


@pytest.mark.parametrize(("wrong", "code"), [(["--size", "big"], 2), (["--deck", "no/such/folder"], 1)])
def test_wrong_wishes_are_refused(tmp_path, capsys, wrong, code):
    try:
        came = main([str(tmp_path / "x"), *wrong])
    except SystemExit as left:
        came = left.code
    assert came == code
    assert capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_the_demo_is_one_deal_of_two_in_full_size():
    demo = demo_recipe()
    assert (demo.players, demo.deals, demo.size_px, demo.deck.name) == (2, 1, (1280, 720), "own")


def test_a_written_picture_can_be_opened_by_anything(folder):
    file = min((folder / "frames").iterdir())
    assert cv2.imread(str(file)).shape == (180, 320, 3)
    assert len(file.stem) == len(str(session().timeline.end_ms))
