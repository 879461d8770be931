# `make demo` and `make test` need Python 3.11 to 3.13, make and libGL (Debian: libgl1); see README.md.
PYTHON ?= python3
BIN := .venv/bin
SHARED ?= ../shared
RESULTS := docs/benchmarks/results
ONE_CORE := $(shell command -v taskset >/dev/null && echo taskset -c 0)
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: demo test test-page lint odd-commands settings page-pictures docs bench bench-rules bench-arm bench-sessions bench-games bench-perfect bench-kills bench-fuzz bench-faults bench-injected bench-day bench-evenings bench-eyes bench-traced bench-traced-films bench-enrol bench-enrol-further bench-learning bench-page bench-growth bench-docs pi-check camera-check pi-vm train clean outside-check

demo: .venv/page
	$(BIN)/hakam replay --journal out/demo.db --report out/demo.html --screens out/screens --page

test: .venv/dev lint
	$(BIN)/python -m pytest -q -n auto --dist worksteal --cov --cov-report= -p tests.support.coverage_gate --durations=25 --ignore=tests/browser

test-page: .venv/dev
	$(BIN)/python -m pytest -q tests/browser --durations=5

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

odd-commands: .venv/dev
	$(BIN)/python -m tests.support.odd_runs $(EVERY)

settings: .venv/run
	$(BIN)/python -m docs.tools.default_file > systemd/hakam.toml

page-pictures: .venv/dev
	$(BIN)/python -m docs.tools.page_pictures docs/images

docs: .venv/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "The documentation lies in out/site/index.html."

bench: .venv/run
	$(ONE_CORE) $(BIN)/python -m models.benchmarks.eyes_speed --result $(RESULTS)

bench-arm: .venv/run
	$(BIN)/pip install --quiet uv==0.13.9
	$(BIN)/python tests/pi/instructions.py --result $(RESULTS)

bench-rules: .venv/run
	$(ONE_CORE) $(BIN)/python -m models.benchmarks.rules --result $(RESULTS)

bench-sessions: .venv/run
	$(BIN)/python -m models.benchmarks.sessions --decks $(SHARED)/decks --mishaps --sessions 200 --looks out/looks --result $(RESULTS)

bench-games: .venv/run
	$(BIN)/pip install -q -r locks/plots.txt
	$(BIN)/python -m models.benchmarks.games --split test --answer --jobs 2 --keep out/games --result $(RESULTS)
	$(BIN)/python -m models.benchmarks.reliability_plot $(RESULTS)/games-test-answered.json docs/images/games-test-answered.svg

bench-perfect: .venv/run
	$(BIN)/python -m models.benchmarks.perfect --games 10000 --jobs 2 --result $(RESULTS)

bench-kills: .venv/run
	$(BIN)/python -m models.benchmarks.kills --result $(RESULTS)

bench-injected: .venv/run
	$(BIN)/python -m models.benchmarks.injected --result $(RESULTS)
	$(BIN)/python -m models.benchmarks.injected --sessions 3 --moments 20 --lasts 15 --only "empty pictures" --people wait --result $(RESULTS)/injected-moments.json
	$(BIN)/python -m models.benchmarks.restarts --result $(RESULTS)
	$(BIN)/python -m models.benchmarks.injected --films --result $(RESULTS)/injected-films.json

bench-day: .venv/run
	MALLOC_ARENA_MAX=2 $(BIN)/python -m models.benchmarks.day --result $(RESULTS)

bench-faults: .venv/run
	$(BIN)/python -m models.benchmarks.faults --result $(RESULTS)

bench-fuzz: .venv/run
	$(BIN)/python -m models.benchmarks.fuzzing --keep out/fuzz --result $(RESULTS)

bench-evenings: .venv/run
	$(BIN)/python -m models.benchmarks.evenings out/evenings --result $(RESULTS)

pi-check: .venv/run
	$(BIN)/pip install --quiet uv==0.13.9
	$(BIN)/python tests/pi/check.py

camera-check: .venv/run
	$(BIN)/pip install --quiet uv==0.13.9
	$(BIN)/python tests/pi/camera.py

pi-vm: .venv/run
	$(BIN)/pip install --quiet uv==0.13.9
	$(BIN)/python tests/pi/vm.py

outside-check: .venv/dev
	$(BIN)/python -m tests.support.outside_check

bench-eyes: .venv/run
	$(BIN)/python -m models.benchmarks.eyes_accuracy --decks $(SHARED)/decks --result $(RESULTS)
	$(BIN)/python -m models.benchmarks.finding --decks $(SHARED)/decks --photos $(SHARED)/photos/napoletane --result $(RESULTS)

bench-traced: .venv/run
	$(BIN)/pip install -q -r locks/trace.txt
	$(BIN)/python -m models.benchmarks.traced --decks $(SHARED)/decks --stills 2 --result $(RESULTS)

bench-traced-films: .venv/run
	$(BIN)/pip install -q -r locks/trace.txt
	$(BIN)/python -m models.benchmarks.traced.sessions --shared $(SHARED) --mishaps --result $(RESULTS)

bench-enrol: .venv/run
	$(BIN)/python -m models.benchmarks.enrolment --shared $(SHARED) --result $(RESULTS)

bench-enrol-further: .venv/run
	$(BIN)/python -m models.benchmarks.enrolment --further --shared $(SHARED) --result $(RESULTS)

bench-learning: .venv/run
	$(BIN)/python -m models.benchmarks.learning --shared $(SHARED) --live --result $(RESULTS)

bench-page: .venv/dev
	$(BIN)/python -m models.benchmarks.page --result $(RESULTS)

bench-growth: .venv/run
	$(BIN)/pip install -q -r locks/plots.txt
	$(ONE_CORE) $(BIN)/python -m models.benchmarks.growth --result $(RESULTS)
	$(BIN)/python -m models.benchmarks.growth_plot $(RESULTS)/growth.json docs/images/growth.svg

bench-docs: .venv/run
	$(BIN)/python -m models.benchmarks.tables

train: .venv/train
	$(BIN)/python -m models.training --decks $(SHARED)/decks --surfaces $(SHARED)/tabletops

clean:
	rm -rf .venv build out *.egg-info .*_cache .coverage .hypothesis

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/run: pyproject.toml locks/run.txt | .venv/bin/python
	$(BIN)/pip install -q -r locks/run.txt
	$(BIN)/pip install -q --no-deps -e .
	@touch $@

.venv/dev: .venv/run locks/dev.txt
	$(BIN)/pip install -q -r locks/dev.txt
	@touch $@

.venv/page: .venv/run locks/page.txt
	$(BIN)/pip install -q -r locks/page.txt
	@touch $@

.venv/docs: .venv/run locks/docs.txt
	$(BIN)/pip install -q -r locks/docs.txt
	@touch $@

.venv/train: .venv/run locks/train.txt
	$(BIN)/pip install -q -r locks/train.txt
	@touch $@
