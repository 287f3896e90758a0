#!/bin/sh
# All tests, or those that are named: each test process brings its own PostgreSQL and development network.
set -eu
[ $# -gt 0 ] || set -- "test/**/*.test.ts"
exec mocha "$@"
