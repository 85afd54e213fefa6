"""The table of all pictures: which model, with which parameters, makes which key."""

import cases
import coolers
import drives
import figures
import graphics_cards
import memory
import motherboards
import others
import power_supplies
import processors
import scenes
import ssds

# Kits are modules-finish; a light bar is -lit. Boards are form-look, cards fans-look.
KITS = """
1-black 1-white 1-silver 1-green 1-black-lit 1-white-lit
2-black 2-white 2-silver 2-red 2-green 2-black-lit 2-white-lit 2-silver-lit
3-black 4-black 4-white 4-silver 4-black-lit 4-white-lit 6-black 8-black
"""
BOARDS = """
eatx-black eatx-4-black atx-black atx-silver atx-white atx-blue
micro-atx-black micro-atx-silver micro-atx-white micro-atx-blue
micro-atx-slim-black micro-atx-slim-green mini-itx-black mini-itx-white mini-itx-green
"""
CARDS = '1-black 1-white 2-black 2-white 2-silver 2-red 3-black 3-white 3-silver 3-red'


def _part(build, **parameters):
    return {'build': build, 'with': parameters}


def _fine(build, **parameters):
    # Many thin edges, so more samples than a plain box of a drive needs.
    return {**_part(build, **parameters), 'samples': 16}


def _scene(scene, wide=False):
    return {'scene': scene, 'size': (1680, 720) if wide else (960, 720), 'samples': 16}


def _kit(words):
    count, finish, *lit = words.split('-')
    return _part(memory.build, count=int(count), finish=finish, lit=bool(lit))


def _board(words):
    form, look = words.rsplit('-', 1)
    return _part(motherboards.build, form=form, look=look)


def _card(words):
    fans, look = words.split('-')
    return _fine(graphics_cards.build, fans=int(fans), look=look)


PICTURES = {
    **{f'memory-{words}': _kit(words) for words in KITS.split()},
    'hdd-35': _part(drives.build_35),
    'hdd-35-dark': _part(drives.build_35, style='hdd-35-dark'),
    'hdd-35-sealed': _part(drives.build_35, style='hdd-35-sealed'),
    'hdd-25': _part(drives.build_25),
    'hdd-25-fast': _part(drives.build_25, fast=True),
    'ssd-m2': _part(ssds.build_m2),
    'ssd-m2-label': _part(ssds.build_m2, cover='label'),
    'ssd-m2-green': _part(ssds.build_m2, cover='label-white', board='#0f5132'),
    'ssd-m2-heatsink': _part(ssds.build_m2, cover='heatsink'),
    'ssd-m2-short': _part(ssds.build_m2, length=42),
    'ssd-msata': _part(ssds.build_msata),
    'ssd-25-dark': _part(ssds.build_25),
    'ssd-25-silver': _part(ssds.build_25, look='silver'),
    'ssd-25-enterprise': _part(ssds.build_25, look='enterprise'),
    'ssd-card': _part(ssds.build_card),
    **{f'motherboard-{words}': _board(words) for words in BOARDS.split()},
    **{f'graphics-card-{words}': _card(words) for words in CARDS.split()},
    'cpu-lga': _part(processors.build_lga),
    'cpu-am5': _part(processors.build_am5),
    'cpu-pins': _fine(processors.build_pins),
    'cpu-cooler-air-black': _fine(coolers.build_air),
    'cpu-cooler-air-silver': _fine(coolers.build_air, look='silver'),
    'cpu-cooler-air-white': _fine(coolers.build_air, look='white'),
    'cpu-cooler-low-black': _fine(coolers.build_low),
    'cpu-cooler-liquid-2-black': _fine(coolers.build_liquid),
    'cpu-cooler-liquid-2-white': _fine(coolers.build_liquid, look='white'),
    'cpu-cooler-liquid-3-black': _fine(coolers.build_liquid, fans=3),
    'cpu-cooler-liquid-3-white': _fine(coolers.build_liquid, fans=3, look='white'),
    'case-mid-tower-black': _fine(cases.build_tower),
    'case-mid-tower-white': _fine(cases.build_tower, look='white'),
    'case-small-black': _fine(cases.build_small),
    'case-small-white': _fine(cases.build_small, look='white'),
    'power-supply-atx-black': _fine(power_supplies.build),
    'power-supply-atx-fixed-black': _fine(power_supplies.build, modular=False),
    'power-supply-atx-white': _fine(power_supplies.build, look='white'),
    'power-supply-small-black': _fine(power_supplies.build, form='sfx'),
    'power-supply-small-fixed-black': _fine(power_supplies.build, form='sfx', modular=False),
    'other': _part(others.build),
    'banner-authentic': _scene(scenes.authentic, wide=True),
    'banner-delivery': _scene(scenes.delivery, wide=True),
    'banner-rate': _scene(scenes.rate, wide=True),
    'banner-money-back': _scene(scenes.money_back, wide=True),
    'not-found': _scene(scenes.not_found),
    'empty-orders': _scene(scenes.empty_orders),
    'empty-parts': _scene(scenes.empty_parts),
    'portrait-portfolio': _scene(figures.portfolio),
}
