# Thin entrances: what a target does stands in scripts/ and in the management commands.
# `make` alone lists the targets. Everything is created inside this folder (.venv, var).

PYTHON ?= python3
RUN := .venv/bin/python

unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help bootstrap runtime demo serve test test-full lint format messages migrations schema wheel lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

bootstrap: ## make .venv with everything that developing needs
	@$(PYTHON) scripts/bootstrap.py

runtime:
	@$(PYTHON) scripts/bootstrap.py --runtime

demo: runtime ## play a whole event with bots and show its pages (ARGS="--players 9")
	@$(RUN) manage.py demo $(ARGS)

serve: runtime ## start an installation that phones in the same network reach (ARGS="--port 8000")
	@$(RUN) manage.py serve $(ARGS)

test: bootstrap ## run the tests on SQLite, then on PostgreSQL and Valkey
	@$(RUN) scripts/test.py $(ARGS)

test-full: bootstrap ## the same with the long runs: more examples, fuzzing, soak
	@$(RUN) scripts/test.py --long $(ARGS)

lint: bootstrap ## style, types, layers, migrations, translations
	@$(RUN) scripts/lint.py

format: bootstrap ## put the code into the common format
	@.venv/bin/ruff check --fix --quiet .
	@.venv/bin/ruff format .

messages: bootstrap ## collect the texts to translate into locale/
	@$(RUN) scripts/messages.py collect

migrations: bootstrap ## write the migrations that the models want
	@$(RUN) manage.py makemigrations

schema: bootstrap ## write the API's OpenAPI description and its refusals into docs/
	@$(RUN) manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml
	@$(RUN) scripts/refusals.py

wheel: ## build the engine as a library of its own into dist/
	@$(PYTHON) scripts/wheel.py

lock: bootstrap ## resolve the dependencies anew into the lock files
	@.venv/bin/python scripts/lock.py

clean: ## remove what was built; .venv and the data in var/ stay
	@rm -rf build dist static-built *.egg-info .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -path ./.venv -prune -o -name __pycache__ -type d -print0 | xargs -0 rm -rf
	@find locale -name '*.mo' -delete 2>/dev/null || true
