"""Things around the parts: parcels, coins, a price tag, a seal, a delivery van, houses, trees, a magnifying glass."""

import math

import materials
import shapes

CARD = '#b98a5a'


def parcel(root, size, at, turn=0, opened=False):
    """A cardboard box; `opened` leaves it without a lid and with its flaps out."""
    wide, deep, high = size
    card = materials.plastic(CARD, 0.75, grain=0.2)
    inside = materials.plastic('#8f6a43', 0.85)
    tape = materials.plastic('#d9c39a', 0.35)
    box = shapes.group('parcel', root, at=at, turn=(0, 0, turn))
    if not opened:
        shapes.box(box, size, (0, 0, high / 2), card, bevel=1.2)
        shapes.box(box, (wide + 0.4, deep * 0.14, high + 0.4), (0, 0, high / 2), tape, bevel=1.2)
        shapes.plate(box, shapes.rounded(wide * 0.3, deep * 0.3, 1), 0.3, (wide * 0.28, -deep * 0.28, high), materials.plastic('#f2f0ea', 0.6))
        return box
    thick = 3
    for side in (1, -1):
        shapes.box(box, (wide, thick, high), (0, side * (deep - thick) / 2, high / 2), card, bevel=0.8)
        shapes.box(box, (thick, deep - thick * 2, high), (side * (wide - thick) / 2, 0, high / 2), card, bevel=0.8)
        long_flap = shapes.group('flap', box, at=(0, side * (deep / 2 - 1), high), turn=(side * -128 + (180 if side < 0 else 0), 0, 0))
        reach = -side if side > 0 else 1
        shapes.box(long_flap, (wide - 2, deep * 0.44, thick * 0.8), (0, reach * -deep * 0.22, 0), card, bevel=0.6)
        end_flap = shapes.group('flap', box, at=(side * (wide / 2 - 1), 0, high), turn=(0, side * 30, 0))
        shapes.box(end_flap, (wide * 0.3, deep - 4, thick * 0.8), (side * wide * 0.15, 0, 0), card, bevel=0.6)
    shapes.box(box, (wide - 6, deep - 6, 2), (0, 0, 1.5), inside)
    return box


def coin(root, at, turn=(0, 0, 0), radius=12):
    """A gold coin lying flat, with a dollar sign."""
    gold = materials.metal('#e0b04a', 0.26)
    piece = shapes.group('coin', root, at=at, turn=turn)
    shapes.cylinder(piece, radius, 2.4, (0, 0, 1.2), gold, bevel=0.4, sides=56)
    shapes.ring(piece, radius - 1.4, 0.5, (0, 0, 2.4), gold, sides=56)
    shapes.lettering(piece, '$', radius * 0.95, (0, -radius * 0.47, 2.42), gold, depth=0.35, align='CENTER')


def stack(root, at, count, seed=0):
    """Coins one on the other, not quite in line."""
    for i in range(count):
        a = (i + 1) * 2.4 + seed
        coin(root, (at[0] + math.sin(a) * 0.6, at[1] + math.cos(a * 1.7) * 0.6, at[2] + i * 2.7), (0, 0, a * 40))


def tag(root, at, turn, words, paint='#c7352f'):
    """A price tag with its string, standing in its own x, y."""
    label = shapes.group('tag', root, at=at, turn=turn)
    outline = [(-34, -20), (24, -20), (40, -6), (40, 6), (24, 20), (-34, 20)]
    hole = shapes.circle(3.4, (31, 0), 32)
    shapes.plate(label, outline, 2.2, (0, 0, 0), materials.plastic(paint, 0.45), holes=[hole], bevel=0.5)
    shapes.ring(label, 4.2, 0.9, (31, 0, 2.2), materials.metal('#d9c08a', 0.3))
    shapes.lettering(label, words, 19, (-5, -9.2, 2.25), materials.plastic('#ffffff', 0.5), align='CENTER', depth=0.3)
    string = materials.plastic('#efe9dc', 0.8)
    shapes.tube(label, [(31, 0, 2), (44, 8, 7), (56, 22, 4), (50, 34, 0), (38, 24, 3), (31, 1, 0)], 0.8, string)


def seal(root, at, turn, radius=46):
    """A scalloped gold seal with a tick."""
    gold, deep = materials.metal('#dcb056', 0.25), materials.metal('#b98a34', 0.34)
    white = materials.plastic('#f7f5ef', 0.4)
    medal = shapes.group('seal', root, at=at, turn=turn)
    edge = []
    for i in range(240):
        a = 2 * math.pi * i / 240
        r = radius + 2.2 * math.cos(a * 20)
        edge.append((r * math.cos(a), r * math.sin(a)))
    shapes.plate(medal, edge, 7, (0, 0, 0), gold, bevel=1.4)
    shapes.plate(medal, shapes.circle(radius * 0.78), 1.6, (0, 0, 6.2), deep, bevel=0.6)
    shapes.ring(medal, radius * 0.8, 1.4, (0, 0, 7.4), gold, sides=96)
    s = radius / 46
    tick = [(-20, 1), (-14, 7), (-5, -2), (15, 19), (21, 13), (-5, -14)]
    shapes.plate(medal, [(x * s, y * s) for x, y in tick], 3.2, (0, 0, 7), white, bevel=0.9)
    return medal


def turning_arrow(root, at, turn, radius=70, paint='#3aa675'):
    """An arrow that turns back, whose tail is hidden behind what it turns round."""
    body = materials.plastic(paint, 0.32, coat=0.4)
    arrow = shapes.group('arrow', root, at=at, turn=turn)
    points = []
    for i in range(25):
        a = math.radians(60 + 245 * i / 24)
        points.append((radius * math.cos(a), radius * math.sin(a), 0))
    shapes.tube(arrow, points, 7.5, body)
    end = math.radians(60)
    head = shapes.group('head', arrow, at=(radius * math.cos(end), radius * math.sin(end), 0), turn=(0, 0, -30))
    shapes.plate(head, [(-22, 0), (22, 0), (0, -0.01), (0, 0.01)], 0.1, (0, 0, 0), body)
    shapes.plate(head, [(-4, 24), (-4, -24), (34, 0)], 15, (0, 0, -7.5), body, bevel=3)


def van(root, at, turn=0, paint='#f1f0ec', stripe='#e2793b'):
    """A delivery van 190 mm long, seen from its side."""
    body = materials.plastic(paint, 0.3, coat=0.5)
    dark, glass = materials.plastic('#17191c', 0.6), materials.plastic('#1c2a35', 0.08, coat=1.0)
    car = shapes.group('van', root, at=at, turn=(0, 0, turn))
    side = [(-95, 14), (-95, 92), (-88, 98), (38, 98), (46, 95), (68, 58), (90, 50), (96, 42), (96, 14)]
    upright = shapes.group('side', car, at=(0, 34, 0), turn=(90, 0, 0))
    shapes.plate(upright, side, 68, (0, 0, 0), body, bevel=5)
    for z in (-0.4, 68.0):
        shapes.plate(upright, [(38, 58), (38, 84), (48, 84), (62, 58)], 0.5, (0, 0, z), glass, bevel=0.1)
        shapes.plate(upright, [(-93, 34), (-93, 42), (34, 42), (36, 34)], 0.4, (0, 0, z), materials.plastic(stripe, 0.35))
        shapes.plate(upright, [(34, 18), (34.8, 18), (34.8, 88), (34, 88)], 0.3, (0, 0, z), dark)
    shapes.box(car, (2, 56, 30), (57.5, 0, 75), glass, bevel=0.6, turn=(0, -30.7, 0))
    shapes.box(car, (4, 66, 9), (96, 0, 19), dark, bevel=1.2)
    for y in (-24, 24):
        shapes.box(car, (3, 13, 8), (95.5, y, 37), materials.plastic('#fff6dc', 0.1), bevel=1)
        for x in (-56, 60):
            shapes.cylinder(car, 18.5, 15, (x, y * 1.17, 18.5), dark, bevel=2.4, turn=(90, 0, 0), sides=48)
            shapes.cylinder(car, 10, 16, (x, y * 1.17, 18.5), materials.metal('#c2c5c8', 0.3), bevel=1, turn=(90, 0, 0), sides=40)
    return car


def house(root, at, size, walls, roof=None, turn=0):
    """A house with lit windows: under a pitched `roof`, or flat-topped as in town."""
    wide, deep, high = size
    home = shapes.group('house', root, at=at, turn=(0, 0, turn))
    shapes.box(home, size, (0, 0, high / 2), materials.plastic(walls, 0.7), bevel=1.2)
    pane = materials.light(['#ffd58a', '#ffe2ae'], 30, 0.9)
    columns, rows = max(2, int(wide / 22)), max(1, int(high / 30))
    for i in range(columns):
        for j in range(rows):
            x = (i - (columns - 1) / 2) * wide / columns
            shapes.box(home, (wide / columns * 0.42, 0.8, 12), (x, -deep / 2 - 0.2, 20 + j * 28), pane, bevel=0.2)
    if roof is None:
        shapes.box(home, (wide + 3, deep + 3, 4), (0, 0, high + 2), materials.plastic('#d8d5cf', 0.7), bevel=1)
        return
    gable = shapes.group('roof', home, at=(0, deep / 2 + 5, high), turn=(90, 0, 0))
    peak = wide * 0.42
    shapes.plate(gable, [(-wide / 2 - 6, -2), (0, peak), (wide / 2 + 6, -2)], deep + 10, (0, 0, 0), materials.plastic(roof, 0.7), bevel=1.4)


def tree(root, at, high=60, tint='#3f7a4b', pointed=True):
    """A fir or a round tree."""
    leaves = materials.plastic(tint, 0.8)
    shapes.cylinder(root, 2.6, high * 0.3, (at[0], at[1], at[2] + high * 0.15), materials.plastic('#6b4a2f', 0.8))
    if pointed:
        for i, (wide, up) in enumerate(((0.30, 0.40), (0.24, 0.62), (0.17, 0.84))):
            shapes.cylinder(root, high * wide, high * 0.36, (at[0], at[1], at[2] + high * up), leaves, top=0.6, sides=40)
        return
    ball = [[(r * math.cos(t), r * math.sin(t), z) for t in (2 * math.pi * j / 28 for j in range(28))] for r, z in _globe(high * 0.30)]
    shapes.surface(root, ball, (at[0], at[1], at[2] + high * 0.55), leaves, closed=True)


def hill(root, at, radius, tint, flat=0.45):
    """A round hill."""
    dome = [[(r * math.cos(t), r * math.sin(t), z * flat) for t in (2 * math.pi * j / 64 for j in range(64))] for r, z in _globe(radius) if z >= -1]
    shapes.surface(root, dome, at, materials.plastic(tint, 0.85), closed=True)


def magnifier(root, at, turn):
    """A magnifying glass lying in its own x, y."""
    lens = shapes.group('magnifier', root, at=at, turn=turn)
    steel, grip = materials.metal('#c4c8cb', 0.22), materials.plastic('#23262b', 0.4)
    shapes.ring(lens, 46, 4, (0, 0, 0), steel, sides=120)
    shapes.cylinder(lens, 44.5, 1.6, (0, 0, 0), materials.glass(), bevel=0.3, sides=96)
    handle = shapes.group('handle', lens, turn=(0, 0, -48))
    shapes.cylinder(handle, 4.4, 16, (57, 0, 0), steel, turn=(0, 90, 0))
    shapes.cylinder(handle, 7.4, 74, (101, 0, 0), grip, bevel=3, turn=(0, 90, 0))


def _globe(radius):
    return [(radius * math.sin(math.pi * i / 24) + 0.01, -radius * math.cos(math.pi * i / 24)) for i in range(25)]
