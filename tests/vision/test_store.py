"""Models are checked before they are used."""

import hashlib
import tracemalloc

import numpy as np
import pytest

from vision.store import ModelError, describe, load_model, spare_cores


def write(folder, content=b"no model", digest=None):
    (folder / "locate.onnx").write_bytes(content)
    digest = digest or hashlib.sha256(content).hexdigest()
    (folder / "model.toml").write_text(f'[locate]\nfile = "locate.onnx"\nsha256 = "{digest}"\n')


@pytest.mark.parametrize("name", ["locate", "identify"])
def test_the_shipped_models_open_and_are_the_described_ones(name):
    assert load_model(name).get_inputs()


def test_a_changed_model_is_refused(tmp_path):
    write(tmp_path, digest="0" * 64)
    with pytest.raises(ModelError, match=r"not the one model\.toml describes"):
        load_model("locate", tmp_path)


def test_a_missing_model_is_named(tmp_path):
    write(tmp_path)
    (tmp_path / "locate.onnx").unlink()
    with pytest.raises(ModelError, match=r"locate\.onnx is missing"):
        load_model("locate", tmp_path)


def test_what_is_no_model_is_refused(tmp_path):
    write(tmp_path)
    with pytest.raises(ModelError, match="cannot be opened"):
        load_model("locate", tmp_path)


def test_an_unknown_model_is_refused():
    with pytest.raises(ModelError, match="describes no model 'taste'"):
        describe("taste")


@pytest.mark.parametrize("text", [None, "[locate\n", "locate = 3\n", '[locate]\nfile = "a"\n'])
def test_a_broken_description_is_refused(tmp_path, text):
    if text is not None:
        (tmp_path / "model.toml").write_text(text)
    with pytest.raises(ModelError) as caught:
        load_model("locate", tmp_path)
    assert isinstance(caught.value, OSError)


@pytest.mark.parametrize(("cores", "spare"), [(1, 1), (2, 1), (4, 2), (16, 2)])
def test_a_network_takes_two_of_four_cores(monkeypatch, cores, spare):
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: set(range(cores)), raising=False)
    assert spare_cores() == spare


def test_results_on_one_core_and_on_two_differ_by_rounding_at_most():
    picture = np.random.default_rng(3).normal(0, 1, (1, 3, 256, 448)).astype(np.float32)
    one, two = (load_model("locate", threads=threads).run(None, {"pictures": picture}) for threads in (1, 2))
    for mine, other in zip(one, two, strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ["locate", "corners", "identify"])
def test_all_networks_take_their_memory_from_one_arena(name):
    options = load_model(name).get_session_options()
    assert options.get_session_config_entry("session.use_env_allocators") == "1"


def test_an_opened_model_keeps_no_copy_of_its_file():
    tracemalloc.start()
    session = load_model("corners")
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert session.get_inputs()
    assert kept < 1e6  # the file has 5 MB
