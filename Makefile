# The habits of this project. Everything happens in .venv, which is made when it is needed.
#
#   PYTHON=...  the Python to make .venv with        ARGS=...  handed on to the program
#   RECORD=...  the database of `make club`          CLUB_PORT=...  where it listens
#   PORT=...    where `make demo` listens            PEER=...  an ONNX network for `make bench` to compare with
#   PHOTOS=...  labelled photographs for `make train` and `make evaluate`; any for `make bench`
#   ASSETS=...  materials and surroundings for `make train`
#   OUT=...     folder for `make matches`            COUNT=... matches of each game that it builds
#   FILM=...    a film for `make bench` to watch     GAME=...  the game that is played in it
#               and for `make soak`, truth beside it HOURS=... of it that `make soak` watches, or the other two
#   BENCH=...   a file with what `make bench` printed, for `make evaluate`
#
# train, evaluate, matches and films take ARGS="--jobs N" (processes, else one a core) or ARGS="--cluster ADDRESS".

PY := .venv/bin/python
PORT ?= 8550
CLUB_PORT ?= 8560
OUT ?= matches
COUNT ?= 2
# One more process than there are cores: those that wait for a browser leave theirs to another. One that a test has killed
# or that has hung is replaced once, so that the rest is still judged: the test that hangs would be begun again each time.
CORES := $(shell getconf _NPROCESSORS_ONLN)
TOGETHER := -n $(shell expr $(CORES) + 1) --maxprocesses 4 --dist loadgroup --no-loadscope-reorder --max-worker-restart 1
MAKEFLAGS += --no-print-directory
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help demo test quick coverage check texts docs bench cluster club soak soak-tabs soak-evening soak-club attack train evaluate matches films photos-named lock audit wheel clean

help:
	@echo "make demo    open the app on a bundled recorded match, at http://127.0.0.1:$(PORT)"
	@echo "make test    run all tests        make quick   only the fast ones"
	@echo "make coverage  which branches all tests take, by room"
	@echo "make check   ruff, mypy, imports    make bench   how fast it is here"
	@echo "make cluster  start a Dask scheduler with two workers on this machine, for --cluster"
	@echo "make soak    watch FILM=... over and over for HOURS=8, and see that memory and time do not grow"
	@echo "make soak-tabs  show a film in two browser tabs for HOURS=3, and see that they stay well"
	@echo "make club    the page of a club, at http://127.0.0.1:$(CLUB_PORT); RECORD=postgresql://... for several tables"
	@echo "make soak-club  50 simulated tables of a club for MINUTES=60, with deaths of tables and of the database"
	@echo "make soak-evening  run the app for HOURS=8 with ten tabs and three phones that come and go"
	@echo "make attack  attack ourselves with pictures, films, inputs, kills and hostile devices: one table"
	@echo "make train   make the networks    make evaluate   evaluate them, write models/CARD.md"
	@echo "make matches build films of whole games with their truth, in OUT=matches"
	@echo "make films   build 20 such films, follow them, and say what every touch that was left came from"
	@echo "make texts   bring the German catalogues up to what the code says, and compile them"
	@echo "make docs    write the JSON Schemas in docs/schemas, and the pages of docs/ as a site in site/"
	@echo "make lock    pin what is tested, in scripts/lock (ARGS=--upgrade: the newest of all)"
	@echo "make audit   ask a database of known faults about all that is pinned"
	@echo "make wheel   build the package and its bill of materials    make clean   remove what was built"

demo: .venv/.ready
	@$(PY) -m companion app --demo --port $(PORT) $(ARGS)

club: .venv/.ready-dev
	@$(PY) -m companion club --port $(CLUB_PORT) $(if $(RECORD),--record "$(RECORD)") $(ARGS)

test: .venv/.ready-dev
	@scripts/chromium.sh
	@scripts/postgresql.sh
	@$(PY) -m pytest $(TOGETHER) $(ARGS)

quick: .venv/.ready-dev
	@COMPANION_TESTS=dev $(PY) -m pytest $(TOGETHER) -q -m "not slow" $(ARGS)

coverage: .venv/.ready-dev
	@scripts/chromium.sh
	@scripts/postgresql.sh
	@$(PY) -m coverage erase
	@$(PY) -m coverage run -m pytest $(TOGETHER) $(ARGS); tests=$$?; \
	$(PY) -m coverage combine --quiet && $(PY) -m scripts.coverage && exit $$tests

check: .venv/.ready-dev
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@.venv/bin/lint-imports

texts: .venv/.ready-dev
	@$(PY) -m scripts.texts

docs: .venv/.ready-dev
	@$(PY) -m scripts.schemas
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet $(ARGS)
	@echo "site/index.html"

bench: .venv/.ready-dev
	@$(PY) -m tests.support.app.games_figures
	@$(PY) -m companion bench $(if $(PEER),--peer "$(PEER)") $(if $(FILM),--film "$(FILM)" --game "$(GAME)") $(ARGS)
	@$(PY) -m tests.support.batch_figures $(if $(PHOTOS),--photos "$(PHOTOS)")
	@$(PY) -m tests.support.games.random_play
	@$(PY) -m tests.support.app.app_figures

cluster: .venv/.ready-dev
	@$(PY) -m scripts.cluster $(ARGS)

soak: .venv/.ready
	@$(PY) -m tests.soak "$(FILM)" --hours $(or $(HOURS),8)

soak-tabs: .venv/.ready-dev
	@scripts/chromium.sh
	@$(PY) -m tests.tab_soak --hours $(or $(HOURS),3) --pace $(or $(PACE),1)

soak-evening: .venv/.ready-dev
	@$(PY) -m tests.evening_soak --hours $(or $(HOURS),8) --pace $(or $(PACE),1)

soak-club: .venv/.ready-dev
	@scripts/postgresql.sh
	@$(PY) -m tests.club_soak --minutes $(or $(MINUTES),60) $(ARGS)

attack: .venv/.ready-dev
	@scripts/postgresql.sh
	@$(PY) -m tests.attack $(ARGS)

train: .venv/.ready-train
	@$(PY) -m models.train.pipeline --ship models $(if $(PHOTOS),--photos "$(PHOTOS)") $(if $(ASSETS),--assets "$(ASSETS)") $(ARGS)

# The networks that it judges are those in models/folds, which `make train PHOTOS=...` has fitted.
evaluate: photos-named .venv/.ready-dev
	@$(PY) -m models.train.model_card.card --photos "$(PHOTOS)" $(if $(BENCH),--bench "$(BENCH)") $(ARGS)

matches: .venv/.ready-train
	@$(PY) -m models.train.matches "$(OUT)" --count $(COUNT) $(if $(ASSETS),--assets "$(ASSETS)") $(ARGS)

films: .venv/.ready-train
	@$(PY) -m models.train.matches.follow_films films $(if $(ASSETS),--assets "$(ASSETS)") $(ARGS)

photos-named:
	$(if $(PHOTOS),,$(error `make evaluate` needs PHOTOS=folder: photographs with labels.json, sorted by source))

lock:
	@scripts/lock.sh $(ARGS)

audit: .venv/.ready-dev
	@$(PY) -m scripts.audit

wheel: .venv/.ready-dev
	@$(PY) -m build --wheel --no-isolation
	@$(PY) -m scripts.sbom "$$(ls -t dist/*.whl | head -n 1)"

clean:
	@rm -rf build dist site .coverage .coverage.* .pytest_cache .mypy_cache .import_linter_cache .grimp_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -not -path "./.venv*" -prune -exec rm -rf {} +

# A stamp for each set of extras: made anew when the project file or the set-up changes, or when .venv is gone.
.venv/.ready: pyproject.toml $(wildcard scripts/lock/*.txt) scripts/setup.sh
	@scripts/setup.sh
	@touch $@

.venv/.ready-dev .venv/.ready-train: .venv/.ready-%: pyproject.toml $(wildcard scripts/lock/*.txt) scripts/setup.sh
	@scripts/setup.sh $*
	@touch .venv/.ready $@
