#!/bin/sh
# Compares the protos with those of the main branch (or $BASE), built with today's staged third-party protos: buf breaking.
set -eu
base=${BASE:-}
if [ -z "$base" ]; then
  for ref in origin/main main; do
    if git rev-parse --verify --quiet "$ref:proto" >/dev/null 2>&1; then base=$ref; break; fi
  done
fi
[ -n "$base" ] || { echo "breaking: there is no main with protos to compare with yet"; exit 0; }
dir=build/baseline
rm -rf "$dir" && mkdir -p "$dir/build"
git archive "$base" buf.yaml proto | tar -x -C "$dir"
cp -r build/third_party "$dir/build/third_party"
(cd "$dir" && buf build proto --exclude-source-info -o ../baseline.binpb)
buf breaking proto --against build/baseline.binpb
