"""Solid state drives: M.2 in its lengths, mSATA, 2.5-inch, 3.5-inch and cards for a PCIe slot."""

import random

import materials
import shapes
from drives import leaning


MODELS = {
    'm2': lambda: (build_m2, {}),
    'm2-label': lambda: (build_m2, {'cover': 'label'}),
    'm2-green': lambda: (build_m2, {'cover': 'label-white', 'board': '#0f5132'}),
    'm2-heatsink': lambda: (build_m2, {'cover': 'heatsink'}),
    'm2-short': lambda: (build_m2, {'length': 42}),
    'm2-tiny': lambda: (build_m2, {'length': 30}),
    'msata': lambda: (build_msata, {}),
    '25-dark': lambda: (build_25, {}),
    '25-silver': lambda: (build_25, {'look': 'silver'}),
    '25-enterprise': lambda: (build_25, {'look': 'enterprise'}),
    'card': lambda: (build_card, {}),
}


def find(words):
    """The model for the rest of a key, with its parameters; shorter drives are smaller in the frame."""
    name = '-'.join(words)
    build, given = MODELS[name]()
    fit = {'m2-tiny': {'width': 0.46}, 'm2-short': {'width': 0.56}, 'msata': {'width': 0.6}}.get(name, {})
    return {'build': build, 'with': given, 'fit': fit, 'samples': 9}


def build_m2(root, length=80, cover='chips', board='#0e1113'):
    """An M.2 drive 22 mm wide; `cover` is 'chips', 'label', 'label-white' or 'heatsink'."""
    body = _propped(root, 22)
    texture = 'm2' if length > 60 else 'm2-short'
    mask = materials.soldermask(texture, 80 if length > 60 else 42, 22, board)
    half = length / 2
    notch = [(half, -6.2), (half - 3.2, -6.2), (half - 3.2, -5.0), (half, -5.0)]
    bite = [(-half + dx, dy) for dx, dy in ((0, 2.2), (1.5, 1.6), (2.2, 0), (1.5, -1.6), (0, -2.2))]
    outline = [(half, 10), (half - 0.6, 11), (-half, 11), *bite, (-half, -11), (half - 0.6, -11), (half, -10), *notch]
    shapes.plate(body, outline, 0.85, (0, 0, -0.85), mask, bevel=0.06)
    contacts = [(half - 2.9, -9.4 + i * 0.5, 2.6, 0.3) for i in range(39) if abs(-9.4 + i * 0.5 + 5.6) > 0.8]
    shapes.quads(body, contacts, (0, 0, 0.012), materials.gold())
    eye = [(-half + 0.1 + dx * 1.6, dy * 1.6) for dx, dy in ((0, 2.2), (1.5, 1.6), (2.2, 0), (1.5, -1.6), (0, -2.2))]
    shapes.plate(body, [*eye, *reversed(bite)], 0.02, (0, 0, 0.0), materials.gold())
    _populate(body, half, length, is_printed=cover == 'chips')
    if cover.startswith('label'):
        name = 'label-m2-white' if cover == 'label-white' else 'label-m2'
        wide = min(60, length - 16)
        label = shapes.group('label', body, at=(-2, 0, 1.42))
        shapes.plate(label, shapes.rounded(wide, 19, 0.8), 0.1, (0, 0, 0), materials.printed(name, wide, 19, 0.32))
        if cover == 'label-white':
            shapes.print_area(label, (-wide * 0.19, 3.2, 0.1), (wide * 0.54, 9), '#17181a')
        else:
            shapes.print_area(label, (-wide * 0.15, 0, 0.1), (wide * 0.6, 13), '#f3f4f5')
    if cover == 'heatsink':
        _heatsink(body, length)


def build_msata(root):
    """An mSATA card, 50.8 × 29.85 mm."""
    body = _propped(root, 30)
    mask = materials.soldermask('msata', 50.8, 29.85, '#0f5132')
    holes = [shapes.circle(1.3, (-22.8, y), 24) for y in (-12.2, 12.2)]
    shapes.plate(body, shapes.rounded(50.8, 29.85, 0.6), 1.0, (0, 0, -1), mask, holes=holes, bevel=0.06)
    for y in (-12.2, 12.2):
        shapes.ring(body, 1.9, 0.5, (-22.8, y, -0.25), materials.gold(), sides=32)
    contacts = [(22.3, -13 + i * 0.8, 2.9, 0.5) for i in range(33) if abs(i - 8) > 1]
    shapes.quads(body, contacts, (0, 0, 0.012), materials.gold())
    for x, y, w, h in ((-10, 6.6, 14, 12), (-10, -6.8, 14, 12), (8, 4.5, 12, 12), (9, -8.2, 7, 9)):
        shapes.box(body, (w, h, 1.1), (x, y, 0.55), materials.chip(), bevel=0.14)
        if (x, y) == (-10, 6.6):
            shapes.print_area(body, (x, y, 1.12), (w - 1.6, h - 3), '#c3c6ca')
        else:
            _marking(body, x, y, w)
    _scatter(body, 24, (17, -12), (21, 12), 3)


def build_25(root, look='dark'):
    """A 2.5-inch SSD, 100 × 69.85 × 7 mm; `look` is 'dark', 'silver' or 'enterprise' (15 mm)."""
    thick = 15 if look == 'enterprise' else 7
    body = leaning(root, 100, 30, 80)
    steel, dark = materials.metal('#9d9fa2', 0.28), materials.plastic('#0d0d0e', 0.6)
    shell = {
        'dark': materials.metal('#35373b', 0.42),
        'silver': materials.metal('#b7babd', 0.34, brushed='y'),
        'enterprise': materials.metal('#8f9295', 0.42, grain=0.15),
    }[look]
    shapes.plate(body, shapes.rounded(69.85, 100, 2.6), thick, (0, 0, -thick), shell, bevel=0.8)
    size = (60, 84) if look == 'enterprise' else (58, 80)
    name = {'dark': 'label-ssd-25', 'silver': 'label-ssd-25-silver', 'enterprise': 'label-ssd-enterprise'}[look]
    label = shapes.group('label', body, at=(0, 1, 0.0))
    shapes.plate(label, shapes.rounded(*size, 1.6), 0.1, (0, 0, 0), materials.printed(name, *size, 0.36))
    at, room, ink = {
        'dark': ((-3, 24, 0.1), (46, 24), '#ffffff'),
        'silver': ((-3, 24, 0.1), (46, 24), '#1f2124'),
        'enterprise': ((0, 33, 0.1), (50, 14), '#ffffff'),
    }[look]
    shapes.print_area(label, at, room, ink)
    if look == 'enterprise':
        for k in range(7):
            shapes.box(body, (1.0, 70, 1.0), (34.9, 2, -2.5 - k * 1.8), dark)
    for x in (-31.6, 31.6):
        for y in (-46.6, 46.6):
            shapes.screw(body, (x, y, 0), steel, dark, radius=1.3)


def build_card(root):
    """An SSD on a card for a PCIe slot, half as high as the slot's plate, under a finned cover."""
    stand = shapes.group('stand', root, turn=(0, 0, 24))
    body = shapes.group('body', stand, at=(0, 0, 36), turn=(78, 0, 0))
    mask = materials.soldermask('card', 168, 69, '#101316')
    outline = [(84, -34), (84, 34), (-84, 34), (-84, -27), (-62, -27), (-62, -35), (-38, -35), (-38, -27), (40, -27), (44, -34)]
    shapes.plate(body, outline, 1.6, (0, 0, -1.6), mask, bevel=0.1)
    shapes.quads(body, [(-61 + i * 1.0, -34.6, 0.7, 5.4) for i in range(23)], (0, 0, 0.02), materials.gold())
    _slot_plate(body)
    cover = materials.metal('#54575d', 0.38, brushed='x')
    dark = materials.plastic('#0c0c0d', 0.6)
    shapes.plate(body, shapes.rounded(146, 50, 3), 6, (6, 4, 1), cover, bevel=0.8)
    for k in range(11):
        shapes.box(body, (112, 2.0, 6), (16, 25 - k * 4.2, 8.6), cover, bevel=0.35)
    shapes.print_area(body, (-53, 4, 7.1), (24, 16), '#d8dadd')
    for x, y in ((-62, 24), (74, 24), (-62, -16), (74, -16)):
        shapes.screw(body, (x, y, 7), materials.metal('#a0a2a5', 0.25), dark, radius=2)
    _scatter(body, 18, (-80, -24), (-70, 30), 6)


def _slot_plate(body):
    steel = materials.metal('#b9bcbe', 0.3, brushed='y')
    shapes.box(body, (1.0, 104, 18.4), (-86, -3, 6), steel, bevel=0.3)
    shapes.box(body, (11, 1.0, 18.4), (-91, 49, 6), steel, bevel=0.3)
    dark = materials.plastic('#08080a', 0.7)
    for k in range(9):
        shapes.box(body, (0.4, 3.4, 11), (-86.5, -22 + k * 6, 6), dark)


def _propped(root, height):
    stand = shapes.group('stand', root, turn=(0, 0, 28))
    return shapes.group('body', stand, at=(0, 0, height / 2), turn=(52, 0, 0))


def _populate(body, half, length, is_printed):
    chips = [(half - 13, 0, 9.5, 9.5)]
    if length > 60:
        chips += [(half - 26, 0, 11, 13), (half - 44, 0, 13.5, 18), (half - 62, 0, 13.5, 18)]
    else:
        chips = [(half - 9, 0, 6, 9), (-half + 10.4, 0, 13, 16.5)] if length < 40 else [*chips, (-half + 12, 0, 13, 16.5)]
    for x, y, w, h in chips:
        shapes.box(body, (w, h, 1.25), (x, y, 0.62), materials.chip(), bevel=0.14)
        if not (is_printed and h > 14):
            _marking(body, x, y, w)
    if is_printed:
        x, y, w, h = chips[-1]
        shapes.print_area(body, (x, y, 1.27), (w - 1.6, h - 7), '#c3c6ca')
    _scatter(body, 14, (half - 7.5, -10), (half - 4, 10), 4)
    if length > 60:
        _scatter(body, 18, (half - 36, -10), (half - 32.8, 10), 5)
        _scatter(body, 10, (half - 19.8, -10), (half - 18.5, 10), 6)


def _marking(body, x, y, w):
    grey = materials.plastic('#84878b', 0.6)
    lines = [(x - w * 0.36, y + 1.6 - k * 1.7, w * (0.68, 0.5, 0.6)[k], 0.55) for k in range(3)]
    shapes.quads(body, lines, (0, 0, 1.262), grey)


def _scatter(body, count, low, high, seed):
    rng = random.Random(seed)
    tin, body_material = materials.metal('#c4c5c4', 0.35), materials.plastic('#7d6b52', 0.5)
    for _ in range(count):
        at = (rng.uniform(low[0], high[0]), rng.uniform(low[1], high[1]), 0.25)
        turn = (0, 0, rng.choice((0, 90)))
        shapes.box(body, (1.3, 0.7, 0.45), at, tin, bevel=0.05, turn=turn, segments=1)
        shapes.box(body, (0.7, 0.74, 0.5), at, body_material, bevel=0.04, turn=turn, segments=1)


def _heatsink(body, length):
    alloy = materials.metal('#5b5e65', 0.38, brushed='x')
    trim = materials.metal('#c2a25a', 0.3)
    reach = length - 7
    shapes.box(body, (reach, 22.6, 3.2), (-1.5, 0, 2.9), alloy, bevel=0.5)
    for k in range(6):
        shapes.box(body, (reach - 39, 1.7, 4.2), (-18.5, -9.4 + k * 3.76, 6.2), alloy, bevel=0.4)
    shapes.box(body, (29, 20.4, 4.0), (reach / 2 - 18, 0, 6.0), alloy, bevel=0.6)
    shapes.box(body, (0.9, 20.4, 4.1), (reach / 2 - 34, 0, 6.05), trim, bevel=0.2)
    shapes.print_area(body, (reach / 2 - 18, 0, 8.02), (25, 13), '#eceef0')
