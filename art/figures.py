"""Abstract figures for the portrait pages: a head, shoulders and clothes, no likeness of anybody."""

import math

import materials
import shapes
import studio


def portfolio():
    """Somebody in a hooded jumper, with headphones round the neck."""
    root, camera = _stage('#c9a27a')
    figure = shapes.group('figure', root)
    cloth = materials.plastic('#2f5d62', 0.85)
    _head(figure, '#c98d66', '#2a1c15')
    _shoulders(figure, cloth)
    hood = [[(x * (46 + 3 * math.sin(v)), y * 36 - 4, 132 + 10 * math.sin(v) + (16 if y > 0 else 0) * abs(y)) for x, y in _round(56)] for v in _steps(12)]
    shapes.surface(figure, hood, (0, 0, -4), materials.plastic('#264e52', 0.85), thickness=6, closed=True)
    for x in (-9, 9):
        shapes.tube(figure, [(x, -40, 122), (x * 1.2, -57, 100), (x * 1.1, -62, 74)], 1.5, materials.plastic('#efe9dc', 0.7))
    _glasses(figure)
    studio.fit(root, camera, width=0.8, height=0.86, middle=0.43)


def ceo():
    """Somebody in a jacket and tie."""
    root, camera = _stage('#8fa3b5')
    figure = shapes.group('figure', root)
    _head(figure, '#b9805c', '#4b4f55')
    _shoulders(figure, materials.plastic('#232c40', 0.7))
    shirt, lapel = materials.plastic('#f3f1ec', 0.7), materials.plastic('#1a2233', 0.7)
    front = shapes.group('front', figure, at=(0, -46, 78), turn=(72, 0, 0))
    shapes.plate(front, [(-24, 46), (24, 46), (2, -40), (-2, -40)], 3, (0, 0, 0), shirt, bevel=1)
    shapes.plate(front, [(-5, 40), (5, 40), (3.6, 32), (7, -14), (0, -26), (-7, -14), (-3.6, 32)], 3, (0, 0, 3), materials.plastic('#a33b33', 0.55), bevel=1)
    for side in (1, -1):
        wing = [(side * 24, 47), (side * 38, 30), (side * 31, 22), (side * 36, 16), (side * 2, -42)]
        shapes.plate(front, wing, 3.4, (0, 0, 2), lapel, bevel=1)
        collar = [(side * 3, 43), (side * 24, 52), (side * 22, 38), (side * 10, 30)]
        shapes.plate(front, collar, 3, (0, 0, 4), shirt, bevel=1)
    studio.fit(root, camera, width=0.8, height=0.86, middle=0.43)


def _stage(sweep):
    return shapes.group('portrait'), studio.furnish(sweep, elevation=6)


def _head(figure, skin, hair):
    """An egg with a cap of hair and ears; no eyes, no mouth."""
    flesh = materials.plastic(skin, 0.5)
    shapes.cylinder(figure, 20, 46, (0, 4, 138), flesh, sides=48)
    figure = shapes.group('head', figure, at=(0, 0, -32))
    figure.scale = (1.2,) * 3
    shapes.surface(figure, _egg(34, 38, 46), (0, 0, 190), flesh, closed=True)
    for side in (1, -1):
        shapes.surface(figure, _egg(5, 8, 11), (side * 34, 2, 188), flesh, closed=True)
    nose = _egg(4.6, 6, 8.5)
    shapes.surface(figure, nose, (0, -36.5, 181), flesh, closed=True)
    cap = [row for row in _egg(37.5, 41.5, 49.5) if row[0][2] > 6]
    tilted = shapes.group('hair', figure, at=(0, 3, 191), turn=(-17, 0, 0))
    shapes.surface(tilted, cap, (0, 0, 0), materials.plastic(hair, 0.6), closed=True)


def _shoulders(figure, cloth):
    """A torso cut off at the chest."""
    profile = [(0, 84, 48), (14, 87, 49), (50, 85, 48), (82, 78, 45), (102, 63, 38), (114, 42, 31), (122, 26, 25), (127, 22, 23)]
    rows = [[(x * wide, y * deep, z) for x, y in _round(64)] for z, wide, deep in profile]
    shapes.surface(figure, rows, (0, 0, 0), cloth, closed=True)


def _glasses(figure):
    frame = materials.plastic('#1d1f22', 0.3)
    figure = shapes.group('glasses', figure, at=(0, 0, -32))
    figure.scale = (1.2,) * 3
    for side in (1, -1):
        shapes.ring(figure, 11.5, 1.3, (side * 14, -37.5, 193), frame, turn=(84, 0, side * 14))
    shapes.tube(figure, [(-3, -40.5, 194), (0, -41.5, 195), (3, -40.5, 194)], 1.2, frame)


def _round(sides):
    return [(math.cos(2 * math.pi * i / sides), math.sin(2 * math.pi * i / sides)) for i in range(sides)]


def _steps(count):
    return [math.pi * 2 * i / count for i in range(count + 1)]


def _egg(wide, deep, high):
    rows = []
    for i in range(33):
        z = -math.cos(math.pi * i / 32)
        r = math.sqrt(max(0.0002, 1 - z * z)) * (1 + 0.10 * z)
        rows.append([(x * r * wide, y * r * deep, z * high) for x, y in _round(48)])
    return rows
