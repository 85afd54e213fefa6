"""The abstract figure of the portrait: a head, shoulders and clothes, no likeness of anybody."""

import math

import materials
import shapes
import studio


def portfolio():
    """Somebody with glasses, in a hooded jumper."""
    root, camera = _stage('#c9a27a')
    figure = shapes.group('figure', root)
    cloth = materials.plastic('#2f5d62', 0.85)
    _head(figure, '#c98d66', '#2a1c15')
    _shoulders(figure, cloth)
    _hood(figure, materials.plastic('#264e52', 0.85))
    for x in (-9, 9):
        shapes.tube(figure, [(x, -40, 116), (x * 1.2, -44.5, 96), (x * 1.1, -49, 70)], 1.5, materials.plastic('#efe9dc', 0.7))
    _glasses(figure)
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
    _hair(figure, materials.plastic(hair, 0.6))


def _hair(head, material):
    """A cap that follows the head at an even distance, whose rim bends steeply into it: two skins that nearly touch make a ragged line."""
    rows = []
    for i in range(41):
        up = i / 40
        thick = 3.8 * math.sqrt(1 - max(0, 1 - up * 8) ** 2) - 0.8
        rows.append([_on_egg(x, y, _hairline(y) * (1 - up) + math.pi * up, 34 + thick, 38 + thick, 46 + thick) for x, y in _round(128)])
    shapes.surface(head, rows, (0, 0, 190), material, closed=True)


def _hairline(y):
    """How far up the head hair begins, as an angle from the chin: high over the forehead (y = -1), above the ears at 0, low at the nape."""
    forehead = _eased((-0.1 - y) / 0.8)
    nape = _eased(y)
    return math.radians(98 + 30 * forehead - 34 * nape)


def _eased(x):
    x = min(1, max(0, x))
    return x * x * (3 - 2 * x)


def _shoulders(figure, cloth):
    """A torso cut off at the chest."""
    profile = [(0, 84, 48), (14, 87, 49), (50, 85, 48), (82, 78, 45), (102, 63, 38), (114, 42, 31), (122, 26, 25), (127, 22, 23)]
    rows = [[(x * wide, y * deep, z) for x, y in _round(128)] for z, wide, deep in _rounded_off(profile)]
    shapes.surface(figure, rows, (0, 0, 0), cloth, closed=True)


def _hood(figure, cloth):
    """A soft roll of cloth round the neck, higher behind."""
    rows = []
    for v in _steps(32):
        out, up = 8 * math.cos(v) + 4 * math.sin(v), 14 * math.sin(v)
        rows.append([(x * (44 + out), y * (34 + out) - 4, 124 + up + 4.5 * (1 + y) ** 2) for x, y in _round(128)])
    shapes.surface(figure, rows, (0, 0, -4), cloth, closed=True)


def _rounded_off(profile):
    """More points between those of `profile`, on a curve through them (Catmull and Rom's)."""
    ends = [profile[0], *profile, profile[-1]]
    points = []
    for before, here, there, after in zip(ends, ends[1:], ends[2:], ends[3:]):
        for step in range(10):
            t = step / 10
            points.append(
                tuple(
                    b + t * (c - a) / 2 + t * t * (a - 2.5 * b + 2 * c - d / 2) + t * t * t * (1.5 * (b - c) + (d - a) / 2)
                    for a, b, c, d in zip(before, here, there, after)
                )
            )
    return [*points, profile[-1]]


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
    return [[_on_egg(x, y, math.pi * i / 48, wide, deep, high) for x, y in _round(96)] for i in range(49)]


def _on_egg(x, y, angle, wide, deep, high):
    """A point on an egg: in the direction `x`, `y`, at `angle` from its lower end."""
    z = -math.cos(angle)
    r = math.sqrt(max(0.0002, 1 - z * z)) * (1 + 0.10 * z)
    return (x * r * wide, y * r * deep, z * high)
