"""Processors: flat contacts or pins, under heat spreaders of two shapes."""

import random

import materials
import shapes

GREEN = '#1a4f38'


def find(words):
    """The model for the rest of a key: 'lga', 'lga-square', 'am5', 'am4' or 'pins'."""
    name = '-'.join(words)
    if name == 'lga-square':
        return {'build': build_lga, 'with': {'wide': 37.5}, 'fit': {'height': 0.7}}
    build = {'lga': build_lga, 'am5': build_am5, 'am4': build_am4, 'pins': build_pins}[name]
    return {'build': build, 'fit': {}, 'samples': 16 if name == 'pins' else 13}


def build_lga(root, wide=45):
    """A processor with flat contacts under a rectangular heat spreader with a wing on either side, 45 or 37.5 × 37.5 mm."""
    body = _propped(root, 37.5)
    w = wide / 2
    notch = [(-1.2, 0), (-0.9, -0.9), (0.9, -0.9), (1.2, 0)]
    above = [(x + dx, 18.75 + dy) for x in (5.5 - w, w - 5.5) for dx, dy in notch]
    below = [(x - dx, -18.75 - dy) for x in (w - 5.5, 5.5 - w) for dx, dy in notch]
    outline = [(-w, 18.3), (0.5 - w, 18.75), *above, (w - 0.5, 18.75), (w, 18.3)]
    outline += [(w, -18.3), (w - 0.5, -18.75), *below, (0.5 - w, -18.75), (-w, -18.3)]
    shapes.plate(body, outline, 1.15, (0, 0, -1.15), _substrate(), bevel=0.06)
    nickel = _nickel()
    far, near = w - 1.9, w - 4
    flange = [(-near, 15.2), (near, 15.2), (near, 9), (far, 8), (far, -8), (near, -9), (near, -15.2), (-near, -15.2)]
    flange += [(-near, -9), (-far, -8), (-far, 8), (-near, 9)]
    shapes.plate(body, flange, 1.2, (0, 0, 0), nickel, bevel=0.3)
    shapes.plate(body, shapes.rounded(wide - 11.6, 28.2, 2.2), 2.6, (0, 0, 0.4), nickel, bevel=0.55)
    _engrave(body, 9.1 - w, 11.2, 3.02, share=1.0 if wide > 40 else 0.65)
    count = int((wide - 11) / 1.5)
    _pads(body, [((x - count / 2) * 1.5, side * 17 - 0.35, 0.7, 0.7) for x in range(count) for side in (1, -1) if abs(x - count / 2) > 2])
    _corner(body, 0.7 - w, -18, 0.02)


def build_am4(root):
    """A processor with pins, from above: a square heat spreader over nearly the whole board, 40 × 40 mm."""
    body = _propped(root, 40)
    shapes.plate(body, shapes.rounded(40, 40, 0.6), 1.2, (0, 0, -1.2), _substrate(), bevel=0.06)
    gold = materials.gold()
    for side in (-19, 19):
        for k in range(-18, 19):
            shapes.cylinder(body, 0.23, 2.1, (side * 0.98, k * 0.98, -2.2), gold, sides=8)
            shapes.cylinder(body, 0.23, 2.1, (k * 0.98, side * 0.98, -2.2), gold, sides=8)
    nickel = _nickel()
    corners = shapes.rounded(37.6, 37.6, 3.4, steps=2)
    shapes.plate(body, corners, 2.0, (0, 0, 0), nickel, bevel=0.4)
    shapes.plate(body, shapes.rounded(33, 33, 2.4), 1.5, (0, 0, 1.6), nickel, bevel=0.5)
    _engrave(body, -13.4, 12.6, 3.12)
    _corner(body, -19.6, -19.6, 0.02)


def build_am5(root):
    """A processor with flat contacts under a heat spreader with eight legs, 40 × 40 mm; capacitors lie between the legs."""
    body = _propped(root, 40)
    shapes.plate(body, shapes.rounded(40, 40, 0.6), 1.2, (0, 0, -1.2), _substrate(), bevel=0.06)
    side = [(-12.6, 15), (-12.2, 18.4), (-5.4, 18.4), (-4.6, 14.2), (4.6, 14.2), (5.4, 18.4), (12.2, 18.4), (12.6, 15)]
    turns = ((lambda x, y: (x, y)), (lambda x, y: (y, -x)), (lambda x, y: (-x, -y)), (lambda x, y: (-y, x)))
    nickel = _nickel()
    shapes.plate(body, [turn(x, y) for turn in turns for x, y in side], 2.5, (0, 0, 0.5), nickel, bevel=0.5)
    for turn in turns:
        for x in (-8.8, 8.8):
            _foot(body, turn(x, 18.2), nickel)
        for x, y in [(k * 1.9 - 3.8, 16.2) for k in range(5)] + [(k * 1.9 - 3.8, 18.2) for k in range(5)]:
            _capacitor(body, turn(x, y), turn(1.0, 1.6))
        for x, y in ((14.7, 16.7), (16.7, 14.7), (16.6, 17.6)):
            _capacitor(body, turn(x, y), turn(1.0, 1.6))
    _engrave(body, -11.6, 10.6, 3.02, share=0.8)
    _corner(body, -19.4, -19.4, 0.02)


def build_pins(root):
    """A processor with pins, seen from below, 40 × 40 mm."""
    body = _propped(root, 40)
    shapes.plate(body, shapes.rounded(40, 40, 0.6), 1.2, (0, 0, -1.2), _substrate(), bevel=0.06)
    shapes.plate(body, shapes.rounded(36, 36, 3), 3, (0, 0, -4.2), _nickel(), bevel=0.5)
    rim, gold = materials.metal('#b98f45', 0.4), materials.gold()
    places = [(x, y) for x in range(-19, 20) for y in range(-19, 20) if _has_pin(x, y)]
    shapes.quads(body, [(x * 0.98 - 0.36, y * 0.98 - 0.36, 0.72, 0.72) for x, y in places], (0, 0, 0.015), rim)
    for x, y in places:
        shapes.cylinder(body, 0.23, 2.1, (x * 0.98, y * 0.98, 1.05), gold, sides=10)
    rng = random.Random(4)
    for x in (-3.4, -1.1, 1.1, 3.4):
        for y in (-3, 0, 3):
            _capacitor(body, (x, y + rng.uniform(-0.1, 0.1)), (1.1, 1.9))
    _corner(body, -19.6, -19.6, 0.02)


def _has_pin(x, y):
    in_middle = abs(x) <= 6 and abs(y) <= 5
    is_key = (abs(x) > 17 and abs(y) > 17) or (abs(x) == 19 and abs(y) == 6) or (abs(y) == 19 and x == 8)
    return not in_middle and not is_key


def _propped(root, height):
    stand = shapes.group('stand', root, turn=(0, 0, 27))
    return shapes.group('body', stand, at=(0, 0, height / 2), turn=(56, 0, 0))


def _substrate():
    return materials.plastic(GREEN, 0.36, coat=0.3)


def _nickel():
    return materials.metal('#c3c3bf', 0.36, brushed='x')


def _foot(body, at, nickel):
    across = abs(at[0]) > abs(at[1])
    shapes.box(body, (1.6, 7.2, 1.0) if across else (7.2, 1.6, 1.0), (at[0], at[1], 0.5), nickel, bevel=0.25)


def _capacitor(body, at, size):
    w, h = abs(size[0]), abs(size[1])
    tin, brown = materials.metal('#c9c9c6', 0.35), materials.plastic('#8a6f4d', 0.5)
    shapes.box(body, (w, h, 0.6), (*at, 0.3), tin, bevel=0.06, segments=1)
    shapes.box(body, (w * (0.5 if w > h else 1.04), h * (0.5 if h >= w else 1.04), 0.64), (*at, 0.32), brown, segments=1)


def _pads(body, rectangles):
    shapes.quads(body, rectangles, (0, 0, 0.015), materials.metal('#c8a75c', 0.35))


def _corner(body, x, y, z):
    """The golden triangle that marks the first contact."""
    shapes.plate(body, [(x, y), (x + 2.4, y), (x, y + 2.4)], 0.01, (0, 0, z), materials.gold())


def _engrave(body, left, top, z, share=1.0):
    """What a laser burns into the lid: a place for two lines of words, small print and a matrix code, without a brand."""
    ink = '#5a5c5f'
    shapes.print_area(body, (0, top - 4.6, z), (-left * 2, 9.2), ink)
    lines = [(left, top - 13.2 - k * 2.1, (15, 12, 14)[k] * share, 0.7) for k in range(3)]
    rng = random.Random(9)
    size = 0.62
    matrix = [
        (-left - 12 * size + i * size, top - 19.4 + j * size, size, size)
        for i in range(12)
        for j in range(12)
        if i == 0 or j == 0 or rng.random() < 0.5
    ]
    shapes.quads(body, [*lines, *matrix], (0, 0, z), materials.plastic(ink, 0.6))
