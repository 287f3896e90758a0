#!/bin/sh
# Runs the tests. Each test process starts its own PostgreSQL and development network.
#   sh test/run.sh            runs the tests that take a few minutes in all
#   sh test/run.sh all        runs all tests; repeats the tests from gateway to core with unary calls instead of dispatch
#   sh test/run.sh <file>…    runs the named test files
set -eu

# Tests that only `all` runs, so that the others take less than ten minutes on a clean clone of a machine with two processors: folders about
# faults, races, other software and long random runs; what needs the built documentation; and each suite that takes more than ten seconds
# alone, as one does that starts a product of its own. Add a new suite of this kind here.
long="
  test/faults/* test/races/* test/interop/* test/model/* test/replay/* test/release/*
  test/clients/conformance.test.ts test/clients/credentials.test.ts test/clients/generators.test.ts test/clients/own-keys.test.ts
  test/clients/receivers.test.ts test/clients/receivers-work.test.ts test/clients/samples.test.ts test/clients/streams.test.ts test/clients/typescript-package.test.ts test/clients/verified-answers.test.ts
  test/unit/trust/*-fuzz.test.ts test/bench/growth.test.ts test/chain/solana-sequence.test.ts
  test/contract/baseline.test.ts test/contract/permissions.test.ts test/contract/protos.test.ts test/contract/two-majors.test.ts
  test/e2e/audit-mechanisms.test.ts test/e2e/commands.test.ts test/e2e/console.test.ts test/e2e/console-issuer.test.ts test/e2e/console-owner.test.ts test/e2e/console-work.test.ts test/e2e/console-developers.test.ts test/e2e/console-publishing.test.ts test/e2e/console-verify.test.ts test/e2e/console-odd-texts.test.ts test/e2e/console-webhooks.test.ts test/e2e/console-second-thoughts.test.ts test/e2e/delegation.test.ts test/e2e/event-stream.test.ts test/e2e/holder.test.ts test/e2e/issue.test.ts test/e2e/lists.test.ts test/e2e/merchants.test.ts test/e2e/offline-gate.test.ts test/e2e/open-pages.test.ts test/e2e/orphans.test.ts test/e2e/payment-page-readers.test.ts test/e2e/processes.test.ts test/e2e/profiles.test.ts test/e2e/passkeys.test.ts
  test/e2e/quotas.test.ts test/e2e/grant-ends.test.ts test/e2e/confidential-programs.test.ts test/e2e/account-page.test.ts
  test/e2e/restart.test.ts test/e2e/rolling-restart.test.ts test/e2e/second-network.test.ts test/e2e/settlement-operator.test.ts
  test/e2e/settlement-recovery.test.ts test/e2e/sign-in.test.ts test/e2e/site.test.ts test/e2e/site-in-browser.test.ts test/e2e/verify.test.ts test/e2e/watch-command.test.ts
  test/docs/* test/e2e/wallet-command.test.ts test/e2e/webhooks-command.test.ts
  test/e2e/wallets.test.ts test/e2e/wallet-page.test.ts test/e2e/wallet-page-keys.test.ts test/e2e/wallet-page-identities.test.ts test/gateway/credential-fuzz.test.ts test/gateway/event-stream.test.ts test/gateway/pipelining.test.ts test/gateway/rate.test.ts test/gateway/unread-answers.test.ts
  test/observability/product-metrics.test.ts test/observability/promtool.test.ts test/observability/traces.test.ts
  test/platform/backup.test.ts test/platform/certify.test.ts test/platform/cli.test.ts test/platform/crl.test.ts test/platform/file-errors.test.ts
  test/platform/lost-output.test.ts test/platform/postgres.test.ts test/platform/process-set.test.ts test/platform/trust-command.test.ts test/platform/public-host.test.ts test/platform/up.test.ts test/platform/verify-offline.test.ts
  test/rpc/admission.test.ts test/services/oauth-token.test.ts test/services/publisher-device.test.ts test/store/silent-connections.test.ts test/workers/delivery-killed.test.ts test/workers/server.test.ts
  test/workers/settlement-operator.test.ts test/workers/settlement-recovery.test.ts test/workers/settlement-reorg.test.ts
  test/e2e/access-token.test.ts test/e2e/authorization-server.test.ts test/e2e/token-revocation.test.ts test/e2e/refused-clients.test.ts
  test/e2e/oauth-token.test.ts test/e2e/clients-command.test.ts test/e2e/request-signing.test.ts test/e2e/dpop.test.ts test/e2e/event-wait.test.ts
  test/e2e/client-cert-header.test.ts test/e2e/webhooks.test.ts test/e2e/refused-calls.test.ts
  test/contract/samples.test.ts test/gateway/downloads.test.ts test/gateway/slow-callers.test.ts
  test/platform/completion.test.ts test/platform/delegate.test.ts test/platform/full-disk.test.ts
  test/services/publisher-access-certificates.test.ts test/services/publisher-certificates.test.ts test/services/simulation.test.ts
  test/services/statement-closing.test.ts test/services/ticket-model.test.ts test/services/watch-events.test.ts
  test/store/migrate.test.ts test/workers/authentication.test.ts test/workers/delivery-release.test.ts test/workers/delivery-wake.test.ts
  test/bench/delivery.test.ts test/bench/load.test.ts test/contract/reach.test.ts test/e2e/client-certificate.test.ts
  test/e2e/settlement.test.ts test/platform/key-command.test.ts test/services/statement-files.test.ts test/services/ticket.test.ts
  test/unit/long-tests.test.ts test/workers/delivery.test.ts test/workers/delivery-changes.test.ts test/workers/settlement.test.ts test/workers/test-events.test.ts
"

# Files whose tests share a product come first. It ends when a file starts a product of its own, and is not started again for a single file.
sharing='sharedProduct|PaymentPages\.start'
every="$(grep -rlE --include='*.test.ts' "$sharing" test | sort) $(grep -rLE --include='*.test.ts' "$sharing" test | sort)"
# Programs in Java run for seconds here, in which the thorough compiler of the JVM costs more time than it saves.
export MAVEN_OPTS="${MAVEN_OPTS--XX:TieredStopAtLevel=1 -XX:+UseSerialGC}"
# What Rust compiles here runs once, and nobody looks into it.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0

case ${1-} in
  "")
    # mocha expands these patterns, not the shell.
    set -f
    # shellcheck disable=SC2086
    exec mocha $(printf -- '--ignore %s ' $long) $every
    ;;
  all)
    # shellcheck disable=SC2086
    mocha $every
    # Without the suites of the gateway to which the way to the core makes no difference.
    TEST_CORE_PATH=off mocha --ignore test/gateway/credential-fuzz.test.ts --ignore test/gateway/slow-callers.test.ts \
      --ignore test/gateway/unread-answers.test.ts "test/gateway/*.test.ts" "test/contract/interface*.test.ts" \
      test/e2e/client-certificate.test.ts test/e2e/publisher-certificate.test.ts test/e2e/deadline.test.ts test/e2e/identity.test.ts test/e2e/isolation.test.ts test/e2e/races.test.ts test/e2e/settlement.test.ts test/faults/overload.test.ts
    ;;
  *) exec mocha "$@" ;;
esac
