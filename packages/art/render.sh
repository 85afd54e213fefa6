#!/bin/sh
# Renders the pictures that are missing or out of date, or those whose keys are given: packages/art/render.sh [--list] [key …]
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
node=$root/node_modules/.bin/node
work=${ART_WORK:-${TMPDIR:-/tmp}/compact-art}
command -v blender >/dev/null || { echo 'Blender is missing: apt-get install blender (3.4 or later)' >&2; exit 1; }

export ART_TEXTURES="$work/textures"
"$node" "$here/src/textures.ts" "$work/textures"
"$node" "$root/bench/wanted-pictures.ts" >"$work/wanted.json"
exec "$node" "$here/src/render.ts" "$work" "$root/catalogue/pictures" "$@"
