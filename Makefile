# Targets for developers and operators; `make help` lists them.
SHELL := /bin/sh
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export REDOCLY_TELEMETRY := off
export NODE_NO_WARNINGS := 1
export NODE_COMPILE_CACHE := $(CURDIR)/node_modules/.cache/pda
.DEFAULT_GOAL := help
.PHONY: help run demo test test-all vectors model replay bench clients check generate protos site ui pictures screenshots generated lint unreached format breaking baseline release lock clean

help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  \033[1m%-10s\033[0m %s\n", $$1, $$2}' $(MAKEFILE_LIST)

node_modules/.installed: package.json package-lock.json
	@echo "Installing packages (once, about half a minute) …"
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

run: node_modules/.installed build/protos build/site build/ui ## Start all tiers on this machine: https://localhost:8443
	@bin/pda up

demo: node_modules/.installed ## Run the main flow against a running service (see make run)
	@bin/pda demo

test: node_modules/.installed build/ui ## Run the tests, except the long ones
	@sh test/run.sh

test-all: node_modules/.installed build/protos build/site build/ui ## Run all tests, including the long ones
	@sh test/run.sh all

vectors: node_modules/.installed ## Run every suite of published test vectors; prints one line per suite
	@node test/vectors/main.ts

model: node_modules/.installed ## Compare random operations and crashes with a model of the ledger: STEPS=2000 SEED=7
	@node test/model/main.ts --steps="$(STEPS)" --seed="$(SEED)" --crashes="$(CRASHES)"

replay: node_modules/.installed ## Repeat idempotency keys concurrently and check that each has one effect: KEYS=1000000 SEED=7
	@node test/replay/main.ts --keys="$(KEYS)" --seed="$(SEED)"

bench: node_modules/.installed ## Compare the performance with plain baselines; one benchmark: BENCH=name SECONDS=n
	@node test/bench/main.ts --bench "$(BENCH)" --seconds "$(SECONDS)" --growth "$(GROWTH)"

clients: node_modules/.installed ## Run the scenario of clients/conformance with each client, and try other generators; one: ONLY=go or GENERATOR=go
	@test -n "$(GENERATOR)" || node test/clients/main.ts --only="$(ONLY)"
	@test -n "$(ONLY)" || node test/clients/generators/main.ts --only="$(GENERATOR)"

check: node_modules/.installed generated lint ## Check generated files, protos, types, code, OpenAPI and AsyncAPI

generate: node_modules/.installed ## Generate gen/, openapi/ and docs from proto/, docs/decisions.yaml and the schema
	@buf generate --template buf.gen.options.yaml
	@buf format -w proto
	@buf generate
	@buf build proto --as-file-descriptor-set --exclude-source-info -o gen/descriptor.binpb
	@node src/codegen/openapi-outputs.ts
	@node src/codegen/typescript-client.ts
	@node src/codegen/decisions.ts
	@node src/codegen/reference.ts
	@node src/codegen/clients-page.ts
	@node src/codegen/row-types.ts

protos: build/protos ## Pack the protos with all their imports for other teams: build/protos

build/protos: $(shell find proto third_party -type f) src/codegen/protos.ts src/codegen/archive.ts package.json | node_modules/.installed
	@node src/codegen/protos.ts && touch $@

site: build/site ## Build the documentation that the gateway serves at /docs: build/site

SITE_SOURCES = $(shell find $(wildcard docs openapi gen/openapi gen/pictures src/codegen/site) -type f) $(wildcard *.md proto/README.md clients/README.md clients/*/README.md)

build/site: $(SITE_SOURCES) package.json | node_modules/.installed
	@node src/codegen/site/main.ts && touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	@echo "Installing the packages of the console and the wallet (once) …"
	@npm ci --prefix web --no-audit --no-fund --loglevel=error
	@touch $@

ui: build/ui ## Build the console and the sandbox wallet that the gateway serves: build/ui

build/ui: $(shell find $(wildcard web/src web/*.html web/*.ts web/*.json clients/typescript/src src/domain/asset-file src/gateway/page.css) -type f) | node_modules/.installed web/node_modules/.installed
	@node web/build.ts && touch $@

pictures: node_modules/.installed ## Draw the diagrams of the documents as pictures, in a browser: gen/pictures
	@node src/codegen/site/pictures/main.ts

screenshots: node_modules/.installed build/ui ## Take the pictures of the README anew, by the test that walks through the pages: gen/pictures
	@PICTURES=gen/pictures/views mocha test/e2e/walk-through.test.ts

generated: ## Check that the committed generated files are up to date
	@node src/codegen/check-generated.ts

lint: node_modules/.installed web/node_modules/.installed breaking unreached ## Lint protos, OpenAPI, AsyncAPI and code, check types and format
	@buf lint
	@buf format --diff --exit-code proto
	@redocly lint openapi/pda.v1.yaml openapi/pda.events.v1.yaml
	@tsc -p .
	@tsc -p web/src/console
	@tsc -p web/src/wallet
	@tsc -p web/tsconfig.build.json
	@oxlint --type-aware
	@biome format src test clients/typescript web

unreached: web/node_modules/.installed ## Find unused files, exports and packages, and those that only tests use
	@! grep -rnwE '@(public|internal|alpha|beta|alias)' src test web/src
	@knip --production --exclude binaries --treat-config-hints-as-errors
	@knip --treat-config-hints-as-errors

breaking: node_modules/.installed generated ## Compare the contract with the released one (release/baseline); needs Go
	@node src/codegen/baseline/main.ts check

baseline: generate ## Make the present contract the released one: release/baseline
	@node src/codegen/baseline/main.ts write

release: node_modules/.installed web/node_modules/.installed ## Build the release of this commit: npm package, protos, OpenAPI, AsyncAPI, clients, SBOM: build/release
	@node src/codegen/release/main.ts

format: ## Format code and protos
	@biome check --write src test clients/typescript web && buf format -w proto

lock: ## Update package-lock.json after a change of dependencies
	@npm install --no-audit --no-fund --loglevel=error
	@node src/codegen/complete-lock.ts
	@npm install --prefix web --no-audit --no-fund --loglevel=error
	@node src/codegen/complete-lock.ts web/package-lock.json
	@touch node_modules/.installed web/node_modules/.installed

clean: ## Remove build and node_modules; keeps your data in .pda
	@rm -rf build node_modules web/node_modules
