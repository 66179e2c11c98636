# Everything there is to do here. `make` alone lists it.
#
# Nothing but make, bash, git and Python 3.11 or later (with venv) is needed: `make setup` installs
# the rest into .venv, as locked with its hashes in requirements/dev.txt. `make -k check` goes on
# after a check that fails and so shows all that do.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules
# Compiled code is kept: tests start hundreds of processes, and each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

# The Python that makes .venv.
PYTHON ?= python3
# More arguments: make test ARGS="tests/draw -k late", make run ARGS="--help".
ARGS ?=

BIN := .venv/bin
LOCKED := .venv/.locked
READY := .venv/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# The displays' page: what it is built with, what it is made from, and the last file of its build.
MODULES := displays/node_modules/.ready
PAGE_OF := $(shell find displays/src displays/index.html displays/*.ts displays/*.json \
  -not -path '*/gen/*' -type f 2>/dev/null) $(wildcard protos/eyesdown/board/v1/*.proto)
PAGE := displays/dist/build.json
# Node and npm are those of .venv: no other need be there.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix displays --loglevel error
# Documents that are written by `eyesdown docs`.
PAGES := actions metrics policy refusals settings
# The contracts that stored commits and others' clients rely on: see `make baseline`.
BASELINE := protos/baseline.binpb

define say
@printf '== %s\n' '$(1)'
endef

##@ Start here

.PHONY: help
help: ## List what make can do.
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: $(READY) ## Install everything into .venv; does nothing when that is up to date.

# The stamps are written last, so that what was interrupted is begun anew.
$(LOCKED): requirements/dev.txt
	$(call say,install what requirements/dev.txt locks into .venv)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo '$(PYTHON) is not Python 3.11 or later: make setup PYTHON=/path/to/one' >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) install --require-hashes --only-binary :all: -r $<
	@touch $@

# What is imported is what lies here; the roots are this folder, protos and client.
$(READY): $(LOCKED) pyproject.toml client/pyproject.toml
	$(call say,install eyesdown and eyesdown-client into .venv as they lie here)
	@$(PIP) install --no-deps --no-build-isolation --editable . --editable client
	@touch $@

$(MODULES): $(READY) displays/package-lock.json
	$(call say,install what displays/package-lock.json locks)
	@$(NPM) ci --ignore-scripts
	@touch $@

$(PAGE): $(MODULES) $(PAGE_OF)
	$(call say,build the page of the displays)
	@$(NPM) run --silent contract
	@$(NPM) run --silent build > .venv/page.log || { cat .venv/page.log; exit 1; }

.PHONY: run
run: $(READY) $(PAGE) ## Run every service and its journal on this machine, until Ctrl-C.
	@exec $(BIN)/eyesdown run $(ARGS)

.PHONY: demo
demo: $(READY) ## Play a demonstration from opening to prize, and show what it leaves.
	@exec $(BIN)/eyesdown demo $(ARGS)

##@ Before a commit

.PHONY: test
test: $(READY) $(PAGE) ## Run the tests: make test ARGS="tests/draw -k late".
	@$(if $(ARGS),,$(NPM) test --silent -- --reporter=dot)
	@$(BIN)/pytest -n auto $(ARGS)

.PHONY: test-repeat
test-repeat: $(READY) $(PAGE) ## Run the tests ten times, each in another random order.
	@for round in {1..10}; do echo "== round $$round"; \
	  $(BIN)/pytest -n auto -p randomly $(ARGS); done

.PHONY: slowest
slowest: $(READY) $(PAGE) ## Run the tests, and tell which modules take longest.
	@$(BIN)/pytest -n auto -p tests.kit.costs $(ARGS)

.PHONY: check
check: lint check-generated check-baseline check-docs check-deploy check-text check-rules ## Check all that is not a test.

.PHONY: lint
lint: check-python check-types check-imports check-protos check-page ## Check how code and contracts are written.

.PHONY: fmt
fmt: $(READY) $(MODULES) ## Format code and contracts, and mend what can be mended.
	@$(BIN)/ruff check --fix --exit-zero --quiet
	@$(BIN)/ruff format --quiet
	@$(BIN)/buf format -w
	@$(NPM) run --silent fmt > /dev/null

.PHONY: bench
bench: $(READY) $(PAGE) ## Measure against bare baselines: make bench ARGS="--rounds 10".
	@GRPC_ENABLE_FORK_SUPPORT=0 $(BIN)/python -m bench $(ARGS)

.PHONY: fuzz
fuzz: $(READY) ## Ask and read 200,000 made-up inputs: make fuzz ARGS="-k csv".
	@FUZZ_INPUTS=$${FUZZ_INPUTS:-200000} $(BIN)/pytest -n 2 --dist worksteal tests/fuzz $(ARGS)

.PHONY: mutants
mutants: $(READY) ## Change the law a little and see who notices: make mutants ARGS="draw".
	@$(BIN)/python -m scripts.mutants $(ARGS)

.PHONY: observe
observe: $(READY) ## Try alerts and dashboards with a Prometheus on the demonstration.
	@promtool check rules deploy/prometheus/eyesdown.rules.yml
	@promtool test rules deploy/prometheus/eyesdown.test.yml
	@$(BIN)/python -m scripts.observe

.PHONY: rules
rules: $(READY) ## Show which clauses the tests permit and refuse; fails on a gap.
	@$(BIN)/eyesdown rules $(ARGS)

##@ What is made from something else

.PHONY: proto
proto: $(READY) ## Format the contracts and generate their Python.
	@$(BIN)/buf format -w
	@$(BIN)/python scripts/protos.py write

.PHONY: page
page: $(PAGE) ## Build the page of the displays into displays/dist.

.PHONY: docs
docs: $(READY) ## Write the pages, schemas and settings that are made from the code.
	@for page in $(PAGES); do \
	  $(BIN)/eyesdown docs $$page > .venv/$$page.md; cp .venv/$$page.md docs/$$page.md; done
	@$(BIN)/eyesdown provision --print-config > .venv/access.conf
	@cp .venv/access.conf deploy/nats/access.conf
	@$(BIN)/python scripts/schemas.py write

.PHONY: pictures
pictures: $(READY) $(PAGE) ## Write the pictures of docs/pictures from what runs (needs Chromium).
	@$(BIN)/python -m scripts.pictures

.PHONY: dashboards
dashboards: $(READY) ## Write dashboards, alerts and their cases to deploy.
	@$(BIN)/python -m deploy.dashboards

.PHONY: lock
lock: $(READY) ## Lock the newest versions that pyproject.toml allows.
	@lock="$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-annotate --no-header --no-emit-index-url \
	  --no-emit-package eyesdown-client pyproject.toml"; \
	$$lock --group dev --output-file requirements/dev.txt; \
	$$lock --constraint requirements/dev.txt --output-file requirements/runtime.txt

.PHONY: sbom
sbom: $(READY) ## Write what eyesdown is made of to dist/sbom.json (CycloneDX).
	@$(BIN)/python -m scripts.sbom dist/sbom.json

##@ What is given away

.PHONY: wheels
wheels: $(READY) $(PAGE) ## Build what a release has into dist, from the tree as it lies here.
	@$(BIN)/python -m scripts.release --as-it-lies

.PHONY: installed
installed: wheels ## Install that in a clean environment, and run and play it without rights.
	@PYTHON=$(PYTHON) $(BIN)/python -m scripts.installed

.PHONY: rehearse
rehearse: $(MODULES) ## Build what is committed twice, compare, and try it as above.
	@$(BIN)/python -m scripts.release --rehearse
	@PYTHON=$(PYTHON) $(BIN)/python -m scripts.installed

.PHONY: release
release: $(MODULES) ## The same, of a commit that is a release.
	@$(BIN)/python -m scripts.release
	@PYTHON=$(PYTHON) $(BIN)/python -m scripts.installed

.PHONY: baseline
baseline: $(READY) ## Take the contracts as they are for those that may not break; at a release.
	@$(BIN)/buf build --exclude-source-info -o $(BASELINE)

.PHONY: clean
clean: ## Remove what was installed and built; the data in .eyesdown stays.
	@rm -rf .venv dist build displays/node_modules displays/dist displays/src/gen .mutants .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# -- the checks, one by one ------------------------------------------------------------------

.PHONY: check-python
check-python: $(READY)
	$(call say,code: form and lint)
	@$(BIN)/ruff format --check --quiet || { echo 'run `make fmt`' >&2; exit 1; }
	@$(BIN)/ruff check --quiet

.PHONY: check-types
check-types: $(READY)
	$(call say,code: types)
	@$(BIN)/mypy --no-error-summary

.PHONY: check-imports
check-imports: $(READY)
	$(call say,code: who imports whom)
	@$(BIN)/lint-imports --no-logo --no-cache > .venv/imports.log 2>&1 || { cat .venv/imports.log; exit 1; }

.PHONY: check-protos
check-protos: $(READY)
	$(call say,contracts: form and lint)
	@$(BIN)/buf format --diff --exit-code || { echo 'run `make fmt`' >&2; exit 1; }
	@$(BIN)/buf lint

.PHONY: check-page
check-page: $(PAGE)
	$(call say,the page of the displays: form and lint and types)
	@$(NPM) run --silent check > .venv/page.log 2>&1 || { cat .venv/page.log; exit 1; }

.PHONY: check-generated
check-generated: $(READY)
	$(call say,contracts: the generated Python is what they make)
	@$(BIN)/python scripts/protos.py check

# Against an image in the tree, not against a commit or tag: it is there in a shallow clone, what
# was promised moves only when `make baseline` is run and seen in the diff, and a change that
# breaks cannot become the norm by being committed once.
.PHONY: check-baseline
check-baseline: $(READY)
	$(call say,contracts: nothing breaks $(BASELINE))
	@$(BIN)/buf breaking --against $(BASELINE)

.PHONY: check-docs
check-docs: $(READY) $(MODULES)
	$(call say,documents: the generated pages are what the code says)
	@for page in $(PAGES); do \
	  $(BIN)/eyesdown docs $$page > .venv/$$page.md; \
	  diff -u docs/$$page.md .venv/$$page.md || { echo 'run `make docs`' >&2; exit 1; }; done
	@$(BIN)/eyesdown provision --print-config > .venv/access.conf
	@diff -u deploy/nats/access.conf .venv/access.conf || { echo 'run `make docs`' >&2; exit 1; }
	@$(BIN)/python scripts/schemas.py check
	@$(BIN)/python scripts/asyncapi.py
	@$(BIN)/python -m scripts.pictures check

.PHONY: check-deploy
check-deploy: $(READY)
	$(call say,deploy: dashboards and alerts are what the code makes; the image)
	@$(BIN)/python -m deploy.dashboards --check
	@$(BIN)/hadolint deploy/Dockerfile

.PHONY: check-text
check-text: $(READY)
	$(call say,files: none names a package registry or a path of this machine)
	@$(BIN)/python scripts/guard.py

.PHONY: check-rules
check-rules: $(READY)
	$(call say,rules: a test permits and a test refuses each clause)
	@$(BIN)/eyesdown rules > .venv/rules.txt || { cat .venv/rules.txt; exit 1; }
	@tail -n 4 .venv/rules.txt
