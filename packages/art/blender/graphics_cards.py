"""Graphics cards with one to three fans, standing on their slot's edge with the fans to the viewer."""

import math

import keys
import materials
import shapes

LOOKS = {
    'black': dict(shroud='#303338', panel='#474b52', fan='#2b2d31', hub='#3a3d42', plate='#2b2d31', accent='#7c8087'),
    'silver': dict(shroud='#303338', panel='#b5b9be', fan='#2b2d31', hub='#a9adb2', plate='#8f9398', accent='#d0d3d6'),
    'white': dict(shroud='#ecebe8', panel='#d3d5d6', fan='#dddddb', hub='#c3c6c8', plate='#dcdcda', accent='#a9b6c2'),
    'gold': dict(shroud='#2c2d30', panel='#b08d4c', fan='#2b2d31', hub='#b08d4c', plate='#33322f', accent='#d4b678'),
    'red': dict(shroud='#2a2c30', panel='#9c151c', fan='#26282c', hub='#9c151c', plate='#2b2d31', accent='#c9343a'),
}
# In millimetres, by the number of fans: what cards with so many fans usually have, and less and more of it.
LENGTHS = {
    1: {'short': 146, '': 168, 'long': 192},
    2: {'short': 198, '': 242, 'long': 271},
    3: {'short': 286, '': 318, 'long': 354},
}
DEPTHS = {
    1: {'thin': 19, '': 38, 'thick': 50, 'thickest': 64},
    2: {'thin': 19, '': 40, 'thick': 51, 'thickest': 64},
    3: {'thin': 41, '': 52, 'thick': 62, 'thickest': 75},
}
HEIGHTS = {1: 112, 2: 122, 3: 132}
LOW_HEIGHT = 69


def find(words):
    """The model for the rest of a key: '3-long-thick-silver', '2-black-ports'. Longer cards are larger in the frame, too."""
    given = dict(fans=int(words.pop(0)), length=keys.take(words, 'short', 'long'), thickness=keys.take(words, 'thin', 'thick', 'thickest'))
    given['look'] = keys.take(words, *LOOKS)
    has_ports = keys.flag(words, 'ports')
    keys.finish(words)
    if has_ports:
        return keys.large(build_ports, {'width': 0.7, 'height': 0.72}, **given)
    return keys.large(build, {'width': 0.5 + 0.38 * (LENGTHS[given['fans']][given['length']] - 140) / 220}, **given)


def build(root, fans=2, look='black', length='', thickness=''):
    """A card with so many fans, standing with them to the viewer; one short, thin fan makes a card of half the height."""
    _card(root, fans, LOOKS[look], LENGTHS[fans][length], DEPTHS[fans][thickness], _height(fans, length, thickness), (84, 26))


def build_ports(root, fans=2, look='black', length='', thickness=''):
    """The same card seen from its ports, with the backplate behind and the power plugs above."""
    _card(root, fans, LOOKS[look], LENGTHS[fans][length], DEPTHS[fans][thickness], _height(fans, length, thickness), (90, 62))


def _height(fans, length, thickness):
    return LOW_HEIGHT if (fans, length, thickness) == (1, 'short', 'thin') else HEIGHTS[fans]


def _card(root, fans, paint, length, depth, height, turns):
    lean, spin = turns
    stand = shapes.group('stand', root, turn=(0, 0, spin))
    card = shapes.group('card', stand, at=(0, 0, height / 2 + 8), turn=(lean, 0, 0))
    _circuit(card, length, height)
    _fins(card, length, height, depth)
    _back(card, length, height, paint)
    _bracket(card, length, height, depth)
    radius = min((length - 18) / fans / 2 - 2.5, height / 2 - 7)
    centres = [(i - (fans - 1) / 2) * (length - 14) / fans for i in range(fans)]
    _shroud(card, length, height, depth, radius, centres, paint)
    for i, x in enumerate(centres):
        fan(card, (x, 0, depth - 9), radius - 1.6, paint, i * 13)
    ink = '#3c4046' if paint is LOOKS['white'] else '#e9eaec'
    if depth > 30:
        size = (min(150, length * 0.56), min(26, depth - 22))
        shapes.print_area(card, (-length * 0.12, height / 2 - 0.9, (depth - 20) / 2 + 10), size, ink, turn=(-90, 0, 0), rows=1)
    else:
        # Too thin for words on its edge.
        shapes.print_area(card, (length * 0.33, 0, depth - 1.9), (length * 0.26, height * 0.4), ink)


def _circuit(card, length, height):
    mask = materials.soldermask('card', length, height, '#121417')
    bottom = -height / 2 + 4
    reach = min(length, 245) - 8
    left = -length / 2 + 2
    shapes.plate(
        card,
        [(left, bottom), (left + reach, bottom), (left + reach, height / 2 - 6), (left, height / 2 - 6)],
        1.6,
        (0, 0, -1.6),
        mask,
        bevel=0.1,
    )
    edge = left + 44
    shapes.box(card, (84, 9, 1.6), (edge + 42, bottom - 4, -0.8), mask, bevel=0.1)
    for side in (0.02, -1.62):
        shapes.quads(card, [(edge + 1 + i, bottom - 8, 0.7, 6.5) for i in range(82) if i != 11], (0, 0, side), materials.gold())
    power = materials.plastic('#0e0f10', 0.5)
    shapes.box(card, (38, 11, 13), (length / 2 - 62, height / 2 - 4, 6), power, bevel=0.5)


def _fins(card, length, height, depth):
    alloy = materials.metal('#a7abaf', 0.32)
    count = int((length - 16) / 2.6)
    for i in range(count):
        x = -length / 2 + 9 + i * 2.6
        shapes.box(card, (0.55, height - 14, depth - 17), (x, 0, (depth - 17) / 2 + 2), alloy)
    copper = materials.metal('#b9bdc1', 0.2)
    for k in range(3):
        y = -height * 0.22 + k * height * 0.2
        shapes.cylinder(card, 3, length - 12, (2, y, 9), copper, turn=(0, 90, 0), sides=24)


def _back(card, length, height, paint):
    shell = materials.metal(paint['plate'], 0.4, brushed='x')
    shapes.plate(card, shapes.rounded(length - 2, height - 8, 4), 1.4, (0, 0, -6), shell, bevel=0.4)
    shapes.box(card, (length - 4, 1.4, 5), (0, height / 2 - 5, -3.4), shell, bevel=0.3)


def _bracket(card, length, height, depth):
    steel = materials.metal('#bcbfc1', 0.3, brushed='y')
    dark = materials.plastic('#070708', 0.6)
    x = -length / 2 - 1.2
    wide = 18 if depth < 30 else 38 if depth < 50 else 52 if depth < 60 else 58 if depth < 70 else 74
    middle = wide / 2 - 4
    low = height < 100
    tall = 79 if low else 116
    shapes.box(card, (1.1, tall, wide), (x, -4, middle), steel, bevel=0.3)
    shapes.box(card, (12, 1.1, wide), (x - 5.6, tall / 2 - 4, middle), steel, bevel=0.3)
    for i in range(3 if low else 4):
        y = (18 if low else 28) - i * 19
        shapes.box(card, (0.8, 16.5, 6.4), (x - 0.4, y, 2), steel, bevel=0.3)
        shapes.box(card, (0.6, 14.5, 4.6), (x - 0.8, y, 2), dark, bevel=0.2)
    for i in range(0 if wide < 30 else 10):
        shapes.box(card, (0.5, 3.6, wide - 22), (x - 0.5, 34 - i * 7, middle + 7), dark)


def _shroud(card, length, height, depth, radius, centres, paint):
    body = materials.plastic(paint['shroud'], 0.42)
    panel = materials.plastic(paint['panel'], 0.34)
    accent = materials.metal(paint['accent'], 0.3)
    dark = materials.plastic('#0b0b0c', 0.6)
    w, h, c = length / 2, height / 2, 13
    outline = [(w, -h + c), (w, h - c * 1.6), (w - c, h), (-w + 5, h), (-w, h - 5), (-w, -h + 5), (-w + 5, -h), (w - c * 1.6, -h)]
    holes = [shapes.circle(radius + 0.6, (x, 0), 72) for x in centres]
    shapes.plate(card, outline, 11, (0, 0, depth - 13), body, holes=holes, bevel=1.6)
    for side in (1, -1):
        shapes.box(card, (length - 30, 3, depth - 20), (-2, side * (h - 2.5), (depth - 20) / 2 + 10), body, bevel=0.8)
    for x in centres:
        shapes.ring(card, radius + 2.2, 1.1, (x, 0, depth - 2.2), body)
    _panels(card, w, h, depth, radius, centres, panel, accent)
    # Without this wall one looks past the fins' end through the last fan at the sweep behind.
    shapes.box(card, (3, height - 2 * c - 12, depth - 14), (w - 2.5, 0, (depth - 14) / 2 + 1), body, bevel=0.8)
    for x, y in ((-w + 6, -h + 9), (-w + 6, h - 12), (w - 36, -h + 6), (w - 36, h - 6)):
        shapes.screw(card, (x, y, depth - 2.2), materials.metal('#8b8e92', 0.3), dark, radius=1.9)


def _panels(card, w, h, depth, radius, centres, panel, accent):
    """Raised wedges above and below each gap between the fans, with a thin bright line."""
    gaps = [(a + b) / 2 for a, b in zip(centres, centres[1:])] or []
    for x in gaps:
        for side in (1, -1):
            wedge = [(x - 24, side * (h - 3)), (x - 5, side * h * 0.36), (x + 5, side * h * 0.36), (x + 24, side * (h - 3))]
            shapes.plate(card, wedge, 2.2, (0, 0, depth - 3.2), panel, bevel=0.6)
            line = [(x - 13, side * (h - 7)), (x - 10, side * (h - 11)), (x + 10, side * (h - 11)), (x + 13, side * (h - 7))]
            shapes.plate(card, line, 0.5, (0, 0, depth - 1.1), accent, bevel=0.15)
    for end in (1, -1):
        for side in (1, -1):
            corner = [(end * (w - 4), side * h * 0.30), (end * (w - 4), side * (h - 16)), (end * (w - 15), side * (h - 4))]
            corner.append((end * (w - 32), side * (h - 4)))
            shapes.plate(card, corner, 2.0, (0, 0, depth - 3.2), panel, bevel=0.6)


def fan(card, at, radius, paint, phase):
    blade = materials.plastic(paint['fan'], 0.38)
    hub_material = materials.metal(paint['hub'], 0.35, brushed='x')
    wheel = shapes.group('fan', card, at=at, turn=(0, 0, phase))
    hub = radius * 0.36
    rows = []
    for i in range(9):
        s = i / 8
        r = hub - 1 + s * (radius - hub + 0.6)
        lead = 0.62 * s**1.3
        half = 0.33 * (1 - 0.28 * s)
        row = []
        for j in range(7):
            t = j / 6 * 2 - 1
            a = lead + half * t
            row.append((r * math.cos(a), r * math.sin(a), 3.6 * t * (1 - 0.35 * s) - 0.9 * (1 - t * t) * 1.5))
        rows.append(row)
    for k in range(11):
        shapes.surface(wheel, rows, (0, 0, 0), blade, thickness=0.9, turn=(0, 0, k * 360 / 11), name=('blade', radius))
    shapes.cylinder(wheel, hub, 10, (0, 0, -0.5), blade, bevel=1.4, sides=56)
    shapes.cylinder(wheel, hub * 0.74, 0.8, (0, 0, 4.7), hub_material, bevel=0.3, sides=48)
    shapes.ring(wheel, hub * 0.46, 0.35, (0, 0, 5.1), blade)
    shapes.ring(wheel, radius, 0.9, (0, 0, 0), blade, sides=96)
