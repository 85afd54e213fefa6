#!/bin/sh
# Renders the pictures again, all of them or those whose keys are given: packages/art/render.sh [key …]
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
node=$root/node_modules/.bin/node
work=${ART_WORK:-${TMPDIR:-/tmp}/compact-art}
command -v blender >/dev/null || { echo 'Blender is missing: apt-get install blender (3.4 or later)' >&2; exit 1; }

export ART_TEXTURES="$work/textures"
"$node" "$here/src/textures.ts" "$work/textures"
# One thread at the lowest priority, so that a machine that does something else goes on doing it.
nice -n 19 blender --background --threads "${ART_THREADS:-1}" -noaudio --python-exit-code 1 \
  --python "$here/blender/render.py" -- "$work/raw" "$@"
"$node" "$here/src/develop.ts" "$work/raw" "$work/clean" "$@"
"$node" "$here/src/avatars.ts" "$work/clean"
"$node" "$here/src/encode.ts" "$work/clean" "$root/catalogue/pictures" "$@"
