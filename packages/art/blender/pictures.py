"""The table of all pictures: a key is a kind and words, which the module of the kind reads, or the name of a scene."""

import cases
import coolers
import drives
import figures
import graphics_cards
import keys
import memory
import motherboards
import others
import power_supplies
import processors
import scenes
import ssds


def find(key):
    """The scene, or the model with its parameters; raises for a key that means nothing."""
    if key in SCENES:
        return SCENES[key]
    for kind, read in KINDS.items():
        if key.startswith(kind + '-'):
            return read(key[len(kind) + 1 :].split('-'))
    raise ValueError(f'No picture is called {key}')


def _scene(scene, wide=False):
    return {'scene': scene, 'size': (1680, 720) if wide else (960, 720), 'samples': 16}


# 'cpu-cooler' before 'cpu': the first that a key begins with counts.
KINDS = {
    'memory': memory.find,
    'hdd': drives.find,
    'ssd': ssds.find,
    'motherboard': motherboards.find,
    'graphics-card': graphics_cards.find,
    'cpu-cooler': coolers.find,
    'cpu': processors.find,
    'case': cases.find,
    'power-supply': power_supplies.find,
}

SCENES = {
    'other': keys.large(others.build),
    'banner-authentic': _scene(scenes.authentic, wide=True),
    'banner-delivery': _scene(scenes.delivery, wide=True),
    'banner-rate': _scene(scenes.rate, wide=True),
    'banner-money-back': _scene(scenes.money_back, wide=True),
    'not-found': _scene(scenes.not_found),
    'empty-orders': _scene(scenes.empty_orders),
    'empty-parts': _scene(scenes.empty_parts),
    'portrait-portfolio': _scene(figures.portfolio),
}
