"""Power supplies: ATX and SFX, with sockets for their cables or with fixed cables."""

import math

import graphics_cards
import keys
import materials
import shapes

LOOKS = {
    'black': dict(shell='#2f3136', grille='#191a1d', fan='#26282c', hub='#4a4d53', panel='#17181a', band='#585d65'),
    'brown': dict(shell='#2f2c2b', grille='#7a4a36', fan='#6e4433', hub='#cbb596', panel='#191716', band='#6a4030'),
    'silver': dict(shell='#a9acb0', grille='#2b2d31', fan='#26282c', hub='#4a4d53', panel='#17181a', band='#43474d'),
    'white': dict(shell='#e9e8e5', grille='#8f9398', fan='#3a3d42', hub='#c3c6c8', panel='#cfd1d2', band='#aeb4ba'),
}
# Width, depth, height, and the opening of the fan.
SIZES = {'atx': (150, 145, 86, 62), 'long': (150, 200, 86, 66), 'small': (125, 100, 63.5, 44), 'flex': (81.5, 150, 40.5, 34)}
# Sockets as columns × rows of contacts at x, z, in shares of the panel.
SOCKETS = {
    'atx': [(10, 2, -0.25, 0.27), (4, 2, 0.14, 0.27), (4, 2, 0.37, 0.27), (4, 2, -0.37, -0.06), (4, 2, -0.13, -0.06)]
    + [(4, 2, 0.11, -0.06), (4, 2, 0.35, -0.06), (6, 1, -0.33, -0.34), (6, 1, 0.0, -0.34), (6, 1, 0.33, -0.34)],
    'small': [(9, 2, -0.22, 0.22), (4, 2, 0.14, 0.22), (4, 2, 0.37, 0.22), (4, 2, -0.36, -0.2), (4, 2, -0.12, -0.2)]
    + [(6, 1, 0.14, -0.2), (4, 2, 0.38, -0.2)],
    'flex': [(10, 2, -0.2, 0.2), (4, 2, 0.3, 0.2), (4, 2, -0.3, -0.25), (4, 2, 0.05, -0.25)],
}
SOCKETS['long'] = [*SOCKETS['atx'][:7], (4, 2, -0.36, -0.37), (4, 2, -0.12, -0.37), (6, 1, 0.14, -0.37), (6, 1, 0.39, -0.37)]
# Where the newer plug of graphics cards, twelve contacts and four small ones, takes the place of an older one.
SIXTEEN = {'atx': 6, 'long': 6, 'small': 4, 'flex': 3}


def find(words):
    """The model for the rest of a key: 'atx-16pin-black', 'small-fixed-black', 'atx-black-mains'."""
    given = dict(form=words.pop(0), modular=not keys.flag(words, 'fixed'), sixteen=keys.flag(words, '16pin'))
    given.update(look=keys.take(words, *LOOKS), mains=keys.flag(words, 'mains'))
    keys.finish(words)
    return keys.fine(build, {'width': {'small': 0.66, 'flex': 0.74, 'long': 0.86, 'atx': 0.76}[given['form']]}, **given)


def build(root, form='atx', look='black', modular=True, sixteen=False, mains=False):
    """A power supply with its fan up and its cables' side to the viewer, or the side of the mains plug."""
    paint = LOOKS[look]
    width, depth, height, opening = SIZES[form]
    body = shapes.group('stand', root, turn=(0, 0, 214 if mains else 30))
    shell = materials.plastic(paint['shell'], 0.5, grain=0.3)
    shapes.box(body, (width, depth, height - 30), (0, 0, (height - 30) / 2), shell, bevel=1)
    for x, size in ((-1, (1.6, depth, 32)), (1, (1.6, depth, 32))):
        shapes.box(body, size, (x * (width / 2 - 0.8), 0, height - 17), shell, bevel=0.5)
    for y in (-1, 1):
        shapes.box(body, (width, 1.6, 32), (0, y * (depth / 2 - 0.8), height - 17), shell, bevel=0.5)
    hole = shapes.circle(opening, sides=96)
    shapes.plate(body, shapes.rounded(width, depth, 2), 1.6, (0, 0, height - 1.6), shell, holes=[hole], bevel=0.5)
    well = materials.plastic('#0b0b0c', 0.7)
    shapes.box(body, (width - 4, depth - 4, 0.5), (0, 0, height - 29), well)
    graphics_cards.fan(body, (0, 0, height - 13), opening - 2, paint, 8)
    _grille(body, opening, height + 0.6, paint)
    screw, dark = materials.metal('#85888c', 0.3), materials.plastic('#0d0d0e', 0.6)
    for x in (-1, 1):
        for y in (-1, 1):
            shapes.screw(body, (x * (width / 2 - 7), y * (depth / 2 - 7), height), screw, dark, radius=2.6)
    face = shapes.group('face', body, at=(0, -depth / 2, height / 2), turn=(90, 0, 0))
    if modular:
        _sockets(face, width, height, form, paint, sixteen)
    else:
        _cables(face, width, height, paint)
    _mains(shapes.group('mains', body, at=(0, depth / 2, height / 2), turn=(90, 0, 180)), width, height, paint)
    _sticker(body, width, depth, height, paint)


def _mains(face, width, height, paint):
    """The plug of the mains, its switch and the holes that the air leaves by."""
    dark, well = materials.plastic('#0a0a0b', 0.6), materials.plastic('#050505', 0.8)
    x = width / 2 - 24
    shapes.box(face, (27, 24, 2), (x, height * 0.16 if height > 50 else 0, 0.6), dark, bevel=0.6)
    inlet = (x, height * 0.16 if height > 50 else 0)
    shapes.plate(face, shapes.rounded(22, 17, 4, inlet), 0.2, (0, 0, 1.6), well)
    for dx, dy in ((-5.5, -1), (0, 2.5), (5.5, -1)):
        shapes.box(face, (1.6, 5, 3), (inlet[0] + dx, inlet[1] + dy, 1.4), materials.metal('#c9a85c', 0.35))
    if height > 50:
        shapes.box(face, (22, 13, 2), (x, -height * 0.24, 0.6), dark, bevel=0.6)
        shapes.box(face, (17, 9, 2.4), (x, -height * 0.24, 1.6), materials.plastic('#2b2d31', 0.4), bevel=0.8, turn=(0, 7, 0))
    left, right = -width / 2 + 8, x - 22
    pitch = 5.2
    for j in range(int((height - 12) / (pitch * 0.87))):
        for i in range(int((right - left) / pitch)):
            at = (left + i * pitch + j % 2 * pitch / 2, -height / 2 + 9 + j * pitch * 0.87, 0.15)
            shapes.cylinder(face, 2.1, 0.3, at, well, sides=6)


def _grille(body, opening, z, paint):
    wire = materials.metal(paint['grille'], 0.4)
    count = int(opening / 8)
    for k in range(1, count + 1):
        shapes.ring(body, opening * k / count * 0.97, 0.8, (0, 0, z), wire, sides=96, round_sides=8)
    for k in range(4):
        reach = opening + 6
        points = [(math.cos(a) * r, math.sin(a) * r, z - 0.6) for r in (-reach, 0, reach) for a in (math.pi * (k / 4 + 0.125),)]
        shapes.tube(body, points, 0.9, wire)
    shapes.cylinder(body, opening * 0.22, 1.2, (0, 0, z + 0.6), materials.metal(paint['hub'], 0.34, brushed='x'), bevel=0.3, sides=48)


def _sockets(face, width, height, form, paint, sixteen):
    panel = materials.plastic(paint['panel'], 0.55)
    shapes.plate(face, shapes.rounded(width - 10, height - 10, 2), 0.8, (0, 0, 0), panel, bevel=0.2)
    block, pocket = materials.plastic('#4a4d53', 0.4), materials.plastic('#070708', 0.8)
    pin = materials.metal('#c9a85c', 0.35)
    usual = 4.6 if width == 150 else 3.6
    for number, (columns, rows, share_x, share_y) in enumerate(SOCKETS[form]):
        pitch = usual
        if sixteen and number == SIXTEEN[form]:
            columns, pitch = 6, usual * 0.72
            block_above = share_y * (height - 12) + pitch * 1.7
            shapes.box(face, (pitch * 4, 2.6, 4), (share_x * (width - 12), block_above, 2.4), block, bevel=0.2)
        x, y = share_x * (width - 12), share_y * (height - 12)
        w, h = columns * pitch + 1.8, rows * pitch + 1.8
        shapes.box(face, (w, h, 4.5), (x, y, 2.6), block, bevel=0.3)
        shapes.box(face, (min(w * 0.35, 7), 1.5, 3.6), (x, y + h / 2 + 0.6, 2.4), block, bevel=0.2)
        cells = [(x + (i - (columns - 1) / 2) * pitch, y + (j - (rows - 1) / 2) * pitch) for i in range(columns) for j in range(rows)]
        shapes.quads(face, [(cx - pitch * 0.38, cy - pitch * 0.38, pitch * 0.76, pitch * 0.76) for cx, cy in cells], (0, 0, 4.87), pocket)
        shapes.quads(face, [(cx - 0.5, cy - 0.5, 1.0, 1.0) for cx, cy in cells], (0, 0, 4.89), pin)
    ink = materials.plastic('#4c5055' if paint is LOOKS['white'] else '#d5d7d9', 0.5)
    shapes.quads(face, [(share * (width - 12) - 5, -0.19 * (height - 12), 10, 0.9) for share in (-0.36, -0.12, 0.12, 0.36)], (0, 0, 0.83), ink)


def _cables(face, width, height, paint):
    """A bundle that leaves through one opening and ends in the board's plug."""
    sleeve, plug = materials.plastic('#17181a', 0.6), materials.plastic('#232529', 0.45)
    x, y = -width * 0.24, height * 0.02
    shapes.plate(face, shapes.rounded(40, 30, 8, (x, y)), 3, (0, 0, 0), plug, holes=[shapes.rounded(34, 24, 7, (x, y))], bevel=0.6)
    floor = -height / 2 + 2
    for k in range(12):
        dx, dy = (k % 4 - 1.5) * 7, (k // 4 - 1) * 6.5
        bend = [(x + dx, y + dy, -4), (x + dx, y + dy - 2, 20), (x + dx * 1.5 + 6, floor + 12 + dy, 44 + k % 3 * 3)]
        end = (x + 46 + (k % 4) * 3, floor + 4.5, 90) if k < 4 else (x + 82 + (k - 4) * 4.4, floor + 4.5, 92)
        shapes.tube(face, [*bend, (x + 20 + k * 4, floor + 4 + k // 4 * 3, 66), end], 2.7, sleeve)
    for px, pz, wide in ((x + 98, 92, 44), (x + 50, 90, 20)):
        shapes.box(face, (wide, 9, 15), (px, floor + 4.5, pz), plug, bevel=0.6, turn=(0, 14, 0))


def _sticker(body, width, depth, height, paint):
    side = shapes.group('side', body, at=(-width / 2, 0, height / 2), turn=(90, 0, -90))
    band = materials.metal(paint['band'], 0.4, brushed='x')
    shapes.plate(side, shapes.rounded(depth - 16, height * 0.42, 2), 0.4, (0, 0, 0), band, bevel=0.15)
    ink = '#33373c' if paint is LOOKS['white'] else '#f1f1ee'
    shapes.print_area(side, (-depth * 0.04, 0, 0.45), (depth * 0.72, height * 0.36), ink)
