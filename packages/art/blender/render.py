"""Renders pictures: blender -b -t 1 -P packages/art/blender/render.py -- <folder> <key> … (see render.sh for the whole way)."""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import bpy  # noqa: E402

import pictures  # noqa: E402
import shapes  # noqa: E402
import studio  # noqa: E402


def main(arguments):
    """Renders each key to <folder>/<key>.png with its guides beside it; `--draft`, `--draft3` … are smaller and rougher."""
    draft = next((int(a[7:] or 2) for a in arguments if a.startswith('--draft')), 0)
    folder, *keys = [a for a in arguments if not a.startswith('--')]
    for key in keys or pictures.PICTURES:
        started = time.time()
        take(key, folder, draft)
        print(f'{key}: {time.time() - started:.0f} s', flush=True)


def take(key, folder, draft=0):
    """Builds one picture's scene and exposes it."""
    picture = pictures.PICTURES[key]
    width, height = picture.get('size', (960, 720))
    samples = picture.get('samples', 13)
    if draft:
        width, height, samples = width // draft, height // draft, 16
    studio.empty()
    render = bpy.context.scene.render
    render.resolution_x, render.resolution_y = width, height
    if 'scene' in picture:
        picture['scene'](**picture.get('with', {}))
    else:
        camera = studio.furnish()
        root = shapes.group('part')
        picture['build'](root, **picture.get('with', {}))
        studio.fit(root, camera, **picture.get('fit', {}))
    studio.expose(width, height, samples, os.path.join(folder, key + '.png'), os.path.join(folder, 'guides', key))


main(sys.argv[sys.argv.index('--') + 1 :])
