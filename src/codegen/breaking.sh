#!/bin/sh
# Runs buf breaking: compares the protos with those of the main branch (or $BASE). Both use the third-party protos staged now.
set -eu
base=${BASE:-}
if [ -z "$base" ]; then
  for ref in origin/main main; do
    if git rev-parse --verify --quiet "$ref:proto" >/dev/null 2>&1; then base=$ref; break; fi
  done
fi
[ -n "$base" ] || { echo "breaking: skipped, because no main branch with protos exists yet"; exit 0; }
dir=build/baseline
rm -rf "$dir" && mkdir -p "$dir/build"
git archive "$base" buf.yaml proto | tar -x -C "$dir"
cp -r build/third_party "$dir/build/third_party"
(cd "$dir" && buf build proto --exclude-source-info -o ../baseline.binpb)
buf breaking proto --against build/baseline.binpb
