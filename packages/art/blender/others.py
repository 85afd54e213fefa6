"""The picture for parts of no known category: a 120 mm case fan."""

import math

import graphics_cards
import materials
import shapes


def build(root, spin=30, cable=True):
    """A case fan standing on its edge."""
    stand = shapes.group('stand', root, turn=(0, 0, spin))
    fan = shapes.group('fan', stand, at=(0, 0, 60), turn=(86, 0, 0))
    frame_fan(fan, dict(frame='#26282c', rubber='#5e6369', fan='#d9dad9', hub='#b9bdc1'))
    if cable:
        shapes.tube(fan, [(50, -56, -9), (70, -58, -12), (92, -57, 10), (112, -58.5, 34)], 1.5, materials.plastic('#17181a', 0.6))


def frame_fan(fan, paint, phase=8):
    """A 120 mm fan in its square frame about the middle of `fan`, blowing along z."""
    frame = materials.plastic(paint['frame'], 0.42)
    rubber = materials.plastic(paint['rubber'], 0.7)
    holes = [shapes.circle(57.6, sides=96)] + [shapes.circle(2.2, (x, y), 24) for x in (-52.5, 52.5) for y in (-52.5, 52.5)]
    for z in (-12.5, 8.5):
        shapes.plate(fan, shapes.rounded(120, 120, 7), 4, (0, 0, z), frame, holes=holes, bevel=0.7)
    rows = [[(59.2 * math.cos(a), 59.2 * math.sin(a), z) for a in (2 * math.pi * i / 96 for i in range(96))] for z in (-12, 12)]
    shapes.surface(fan, rows, (0, 0, 0), frame, thickness=1.6, closed=True)
    for x in (-52.5, 52.5):
        for y in (-52.5, 52.5):
            holes = [shapes.circle(2.2, (x, y), 24)]
            for z in (-13.1, 11.9):
                shapes.plate(fan, shapes.rounded(13, 13, 4, (x, y)), 1.2, (0, 0, z), rubber, holes=holes, bevel=0.3)
    for k in range(4):
        turned = shapes.group('strut', fan, turn=(0, 0, 45 + 90 * k))
        shapes.box(turned, (40, 4, 4), (38, 0, -10), frame, bevel=0.6)
    shapes.cylinder(fan, 21, 5, (0, 0, -10), frame, bevel=0.8, sides=48)
    graphics_cards.fan(fan, (0, 0, 2), 56, paint, phase)
