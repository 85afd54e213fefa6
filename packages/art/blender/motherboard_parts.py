"""What sits on a motherboard: socket, slots, heatsinks, coils, capacitors, headers and the ports at the back."""

import random

import materials
import shapes


def socket(board, at):
    """A processor's seat under its steel frame, with the plastic cover that it is shipped with left off."""
    steel, dark = materials.metal('#c3c5c6', 0.27, brushed='x'), materials.plastic('#131416', 0.5)
    base = shapes.group('socket', board, at=(*at, 0))
    shapes.box(base, (58, 62, 3), (0, 0, 1.5), dark, bevel=0.5)
    frame = shapes.rounded(54, 58, 4)
    shapes.plate(base, frame, 2.2, (0, 0, 3), steel, holes=[shapes.rounded(38, 40, 2)], bevel=0.4)
    shapes.plate(base, shapes.rounded(37, 39, 1), 0.4, (0, 0, 3.2), dark)
    pins = [(-17 + i * 1.55, -18 + j * 1.55, 0.8, 0.8) for i in range(22) for j in range(24) if not (6 < i < 15 and 7 < j < 16)]
    shapes.quads(base, pins, (0, 0, 3.64), materials.gold())
    shapes.tube(base, [(31, -30, 4), (31, 0, 4.4), (31, 28, 4.6), (27, 31, 4.8)], 0.9, steel)
    for x, y in ((-24, 26), (24, 26), (0, -27)):
        shapes.screw(base, (x, y, 5.2), steel, dark, radius=2.4)
    for x in (-37.5, 37.5):
        for y in (-37.5, 37.5):
            shapes.ring(board, 3.0, 0.7, (at[0] + x, at[1] + y, -0.5), materials.metal('#c9c8c4', 0.3), sides=28)


def pin_socket(board, at):
    """A seat for a processor with pins: a pale plate full of holes, with a lever and the clips of the cooler above and below."""
    pale, dark = materials.plastic('#d9d3c4', 0.5), materials.plastic('#131416', 0.5)
    base = shapes.group('socket', board, at=(*at, 0))
    shapes.box(base, (46, 52, 6), (0, 0, 3), pale, bevel=0.6)
    shapes.box(base, (44, 8, 2), (0, 21, 6.6), pale, bevel=0.4)
    holes = [(-18.6 + i * 1.2, -22 + j * 1.2, 0.66, 0.66) for i in range(32) for j in range(32) if not (11 < i < 20 and 11 < j < 20)]
    shapes.quads(base, holes, (0, 0, 6.04), dark)
    shapes.tube(base, [(26, 24, 3), (26, 0, 3.6), (26, -25, 4)], 0.9, materials.metal('#c3c5c6', 0.27))
    for y in (-46, 46):
        shapes.box(base, (66, 11, 9), (0, y, 4.5), dark, bevel=1)
        for x in (-27, 27):
            shapes.screw(base, (x, y, 9), materials.metal('#b4b7ba', 0.3), dark, radius=3)


def memory_slot(board, at, paint, odd):
    """A DIMM slot 142 mm long with its latches."""
    body = materials.plastic(paint['slot'] if not odd or paint['modern'] else '#c9ccd0', 0.42)
    dark = materials.plastic('#060607', 0.7)
    latch = materials.plastic(paint['trim'] if not paint['modern'] else '#3c3f44', 0.45)
    shapes.box(board, (6.4, 136, 7.6), (*at, 3.8), body, bevel=0.4)
    shapes.box(board, (1.7, 132, 0.4), (*at, 7.5), dark)
    shapes.box(board, (2.4, 2.2, 0.8), (at[0], at[1] + 6, 7.4), body)
    for side in (1, -1):
        shapes.box(board, (6.2, 7, 11), (at[0], at[1] + side * 69, 5.5), latch, bevel=0.7)


def power_stage(board, middle, width, height, paint):
    """Coils around the socket and the heatsinks over the transistors: one at the left, one above."""
    sink = materials.metal(paint['sink'], 0.4, brushed='y')
    groove = materials.plastic('#0c0d0e', 0.6)
    coil = materials.plastic('#55585c', 0.5)
    x, y = middle
    for i in range(7):
        shapes.box(board, (7.4, 7.4, 6), (x - 41, y - 27 + i * 9, 3), coil, bevel=0.7)
    for i in range(6):
        shapes.box(board, (7.4, 7.4, 6), (x - 24 + i * 9, y + 41, 3), coil, bevel=0.7)
    tall = 22 if paint['modern'] else 14
    wide = 20
    _finned(board, (x - 57, y + 2), (wide, 74), tall, sink, groove, upright=True)
    top = min(height / 2 - 9.5, y + 56)
    _finned(board, (x + 2, top), (66, 15), tall, sink, groove, upright=False)
    if paint['modern']:
        shapes.tube(board, [(x - 52, y + 34, 9), (x - 46, top - 3, 9), (x - 26, top, 9)], 3, materials.metal('#b98a63', 0.25))


def _finned(board, at, size, tall, sink, groove, upright):
    shapes.box(board, (*size, tall * 0.62), (*at, tall * 0.31), sink, bevel=1.0)
    count = int((size[1] if upright else size[0]) / 7)
    for i in range(count):
        along = (i - (count - 1) / 2) * 7
        fin = (size[0] - 1, 4.8, tall * 0.5) if upright else (4.8, size[1] - 1, tall * 0.5)
        offset = (0, along) if upright else (along, 0)
        shapes.box(board, fin, (at[0] + offset[0], at[1] + offset[1], tall * 0.75), sink, bevel=0.6)


def rear_ports(board, left, top, paint, shielded):
    """The row of connectors at the left edge, under a shroud on newer boards."""
    steel = materials.metal('#bfc1c2', 0.28)
    dark = materials.plastic('#09090a', 0.6)
    tongue = materials.plastic('#1f66b5', 0.5)
    span = 150 if top > 100 else 140
    for i, (tall, deep) in enumerate(((15, 17), (14, 15), (16, 18), (30, 16), (15, 18), (16, 17), (13, 14))):
        y = top - 14 - i * span / 7.4
        shapes.box(board, (deep, 16.5, tall), (left + deep / 2 - 3, y, tall / 2), steel, bevel=0.4)
        for k in range(2):
            shapes.box(board, (0.5, 13, tall * 0.3), (left - 3.1, y, tall * (0.28 + 0.42 * k)), dark)
            shapes.box(board, (0.6, 10, 1.6), (left - 3.2, y, tall * (0.28 + 0.42 * k)), tongue)
    if shielded:
        cover = materials.plastic(paint['plate'], 0.4)
        shapes.box(board, (25, span - 6, 13), (left + 15, top - 11 - span / 2 + 5, 27), cover, bevel=2.2, segments=3)
        shapes.box(board, (2.2, span - 40, 0.6), (left + 20, top - 11 - span / 2 + 5, 33.6), materials.metal(paint['trim'], 0.3))


def lane(board, at, length, paint, armoured):
    """An expansion slot lying along x."""
    body = materials.metal('#b4b7ba', 0.3, brushed='x') if armoured else materials.plastic(paint['slot'], 0.42)
    dark = materials.plastic('#060607', 0.7)
    shapes.box(board, (length, 8, 10.4), (*at, 5.2), body, bevel=0.5)
    shapes.box(board, (length - 4, 1.8, 0.3), (*at, 10.4), dark)
    if length > 60:
        shapes.box(board, (9, 10, 9), (at[0] + length / 2 + 4, at[1], 4.5), materials.plastic('#2c2e32', 0.45), bevel=0.8)


def cover(board, at, size, paint, is_printed=False):
    """A flat heatsink over an M.2 drive."""
    alloy = materials.metal(paint['plate'], 0.38, brushed='x')
    steel, dark = materials.metal('#9d9fa2', 0.28), materials.plastic('#0c0c0d', 0.6)
    shapes.plate(board, shapes.rounded(*size, 2.5, at), 5.5, (0, 0, 1.2), alloy, bevel=0.7)
    if is_printed:
        shapes.print_area(board, (at[0] - size[0] * 0.06, at[1], 6.75), (size[0] * 0.78, size[1] * 0.7), _ink(paint))
    for k in range(0 if is_printed else 4):
        x = at[0] + size[0] * 0.1 + k * 7
        slash = [(x, at[1] - 6), (x + 2.4, at[1] - 6), (x + 7.4, at[1] + 6), (x + 5, at[1] + 6)]
        shapes.plate(board, slash, 0.04, (0, 0, 6.72), dark)
    shapes.screw(board, (at[0] + size[0] / 2 - 5, at[1], 6.7), steel, dark, radius=2.4)


def _ink(paint):
    return '#2a2c30' if paint['plate'] > '#a' else '#e6e8ea'


def chipset(board, at, size, paint):
    """The chipset's heatsink: a flat shaped block on newer boards, a square with fins on older ones."""
    alloy = materials.metal(paint['plate'], 0.36, brushed='y')
    if not paint['modern']:
        shapes.box(board, (*size, 4), (*at, 3), alloy, bevel=0.4)
        for i in range(8):
            shapes.box(board, (2, size[1], 12), (at[0] - size[0] / 2 + 3 + i * (size[0] - 6) / 7, at[1], 10), alloy, bevel=0.3)
        return
    w, h = size[0] / 2, size[1] / 2
    outline = [(w, -h), (w, h - 14), (w - 14, h), (-w, h), (-w, -h + 14), (-w + 14, -h)]
    shapes.plate(board, [(at[0] + x, at[1] + y) for x, y in outline], 8, (0, 0, 1.2), alloy, bevel=1.0)
    trim = materials.metal(paint['trim'], 0.28)
    line = [(-w + 16, -h + 6), (w - 6, -h + 6), (w - 6, -h + 9), (-w + 14, -h + 9)]
    shapes.plate(board, [(at[0] + x, at[1] + y) for x, y in line], 0.3, (0, 0, 9.1), trim)
    shapes.print_area(board, (at[0], at[1] + 2, 9.25), (size[0] - 8, size[1] * 0.5), _ink(paint))


def edges(board, width, height, paint, small):
    """Power plugs, SATA ports, headers and the battery along the edges."""
    dark = materials.plastic('#111214', 0.5)
    hole = materials.plastic('#030303', 0.8)
    right, top, bottom = width / 2, height / 2, -height / 2
    x, y = right - 6.5, top - (92 if not small else 90)
    shapes.box(board, (10.5, 54, 12), (x, y, 6), dark if paint['modern'] else materials.plastic('#d8d6cc', 0.5), bevel=0.5)
    shapes.quads(board, [(x - 4.1 + i * 4.4, y - 25 + j * 4.2, 3.2, 3.2) for i in range(2) for j in range(12)], (0, 0, 12.03), hole)
    eps = (-right + 52, top - 6)
    shapes.box(board, (19, 10, 12), (*eps, 6), dark, bevel=0.5)
    shapes.quads(board, [(eps[0] - 8.3 + i * 4.3, eps[1] - 4 + j * 4.4, 3.2, 3.2) for i in range(4) for j in range(2)], (0, 0, 12.03), hole)
    if not small:
        for i in range(3):
            at = (right - 7, bottom + 46 + i * 17)
            shapes.box(board, (16, 14.5, 14), (*at, 7), dark, bevel=0.6)
            shapes.quads(board, [(8.05 - 16.2, 0, 0, 0)], (*at, 0), hole)
    for i in range(3 if small else 6):
        at = (-right + (40 + i * 30 if not small else 60 + i * 28), bottom + 5.5 if not small else bottom + 20)
        shapes.box(board, (19, 5.2, 2.6), (*at, 1.3), dark, bevel=0.2)
        for k in range(14):
            pin = (at[0] - 7.6 + (k % 7) * 2.54, at[1] - 1.27 + (k // 7) * 2.54, 4)
            shapes.box(board, (0.64, 0.64, 7), pin, materials.gold())
    cell = (right - 104, bottom + 30) if not small else (right - 24, bottom + 40)
    shapes.cylinder(board, 10, 3.2, (*cell, 3), materials.metal('#cfd0cf', 0.25), bevel=0.5, sides=48)
    shapes.ring(board, 10.6, 0.9, (*cell, 1.6), dark, sides=40)


def scatter(board, width, height, middle, paint):
    """Solid capacitors in rows, chips and many small parts."""
    rng = random.Random(int(width))
    can = materials.metal('#c9cacb', 0.3)
    sleeve = materials.plastic('#15171b' if paint['modern'] else '#5a3f86', 0.4)
    rows = [(middle[0] - 30 + i * 8.6, middle[1] - 40) for i in range(8)]
    rows += [(-width / 2 + 16 + i * 8.6, -height / 2 + 16) for i in range(5 if height > 200 else 0)]
    for x, y in rows:
        shapes.cylinder(board, 3.3, 7.4, (x, y, 3.7), can, bevel=0.5, sides=24)
        shapes.cylinder(board, 3.34, 1.2, (x, y, 0.9), sleeve, sides=24)
    tin, body = materials.metal('#c4c5c4', 0.35), materials.plastic('#8a7758', 0.5)
    for _ in range(int(width * height / 330)):
        at = (rng.uniform(-width / 2 + 6, width / 2 - 6), rng.uniform(-height / 2 + 6, height / 2 - 6), 0.3)
        turn = (0, 0, rng.choice((0, 90)))
        shapes.box(board, (1.8, 1.0, 0.6), at, tin, bevel=0.06, turn=turn, segments=1)
        shapes.box(board, (0.9, 1.04, 0.64), at, body, bevel=0.05, turn=turn, segments=1)
    for _ in range(int(width * height / 5200)):
        at = (rng.uniform(-width / 2 + 14, width / 2 - 14), rng.uniform(-height / 2 + 14, height / 2 - 14), 0.5)
        size = rng.choice((6, 8, 5))
        shapes.box(board, (size, size, 1), at, materials.chip(), bevel=0.12)
