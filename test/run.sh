#!/bin/sh
# All tests, or those that are named: each test process brings its own PostgreSQL and development network. Of all tests, those that go
# from the gateway to the core run once more, by unary calls instead of dispatch.
set -eu
if [ $# -gt 0 ]; then exec mocha "$@"; fi
mocha "test/**/*.test.ts"
TEST_CORE_PATH=off mocha "test/gateway/*.test.ts" "test/contract/interface*.test.ts" \
  test/e2e/deadline.test.ts test/e2e/identity.test.ts test/e2e/isolation.test.ts test/e2e/races.test.ts test/e2e/settlement.test.ts
