"""Renders pictures: blender -b -t 1 -P packages/art/blender/render.py -- <folder> <key> … (see render.sh for the whole way)."""

import json
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
    for key in keys:
        started = time.time()
        take(key, folder, draft)
        print(f'{key}: {time.time() - started:.0f} s', flush=True)


def take(key, folder, draft=0):
    """Builds one picture's scene and exposes it."""
    picture = pictures.find(key)
    width, height = picture.get('size', (768, 576))
    samples = picture.get('samples', 11)
    if draft:
        width, height, samples = width // draft, height // draft, 16
    os.makedirs(folder, exist_ok=True)
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
        with open(os.path.join(folder, key + '.json'), 'w', encoding='utf-8') as file:
            json.dump(studio.find_prints(root, camera), file)
    # Under its own name only when it is whole: what stands there is not rendered again.
    path = os.path.join(folder, key + '.png')
    studio.expose(width, height, samples, path + '.part.png', os.path.join(folder, 'guides', key))
    os.replace(path + '.part.png', path)


main(sys.argv[sys.argv.index('--') + 1 :])
