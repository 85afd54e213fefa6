"""Coolers of processors: an air tower, a low one, and liquid coolers with a radiator, a pump and tubes."""

import graphics_cards
import keys
import materials
import others
import shapes

LOOKS = {
    'black': dict(
        frame='#2b2d31', rubber='#5e6369', fan='#4a4e54', hub='#a9adb2', fins='#7b7f85', pipe='#8f9398', cover='#5e6269', glow='#dfeaf2'
    ),
    'silver': dict(
        frame='#3a3d42', rubber='#6d727a', fan='#c9cbcc', hub='#b9bdc1', fins='#c3c6c9', pipe='#c98a63', cover='#b9bcbf', glow='#dfeaf2'
    ),
    # black fans before bare fins
    'mixed': dict(
        frame='#2b2d31', rubber='#5e6369', fan='#3c4046', hub='#a9adb2', fins='#c3c6c9', pipe='#d0d2d4', cover='#33363b', glow='#dfeaf2'
    ),
    'brown': dict(
        frame='#cbb596', rubber='#6a4030', fan='#6e4433', hub='#cbb596', fins='#c3c6c9', pipe='#d0d2d4', cover='#c3c6c9', glow='#dfeaf2'
    ),
    'white': dict(
        frame='#e6e5e2', rubber='#c3c6c8', fan='#e2e2df', hub='#c3c6c8', fins='#dcdcda', pipe='#d3d5d6', cover='#ecebe8', glow='#bfe0ff'
    ),
}


def find(words):
    """The model for the rest of a key: 'air-short-mixed', 'dual-brown', 'low-black', 'liquid-3-screen-black'."""
    kind, look = words.pop(0), keys.take(words, *LOOKS)
    if kind == 'liquid':
        fans, screen = int(words.pop(0)), keys.flag(words, 'screen')
        keys.finish(words)
        return keys.fine(build_liquid, {'width': 0.48 + 0.12 * fans}, fans=fans, look=look, screen=screen)
    height = 132 if keys.flag(words, 'short') else 158
    keys.finish(words)
    if kind == 'low':
        return keys.fine(build_low, {'width': 0.6}, look=look)
    return keys.fine(build_air, {'height': 0.8 * height / 158}, look=look, towers={'air': 1, 'dual': 2}[kind], height=height)


def build_air(root, look='black', towers=1, height=158):
    """A tower: a base, heat pipes, a stack of fins and one fan; or two towers with a fan before and one between them."""
    paint = LOOKS[look]
    stand = shapes.group('stand', root, turn=(0, 0, 38))
    steel, dark = materials.metal('#b4b7ba', 0.3), materials.plastic('#0d0d0e', 0.6)
    shapes.box(stand, (44, 42, 5), (0, 0, 2.5), materials.metal('#bd8160', 0.32), bevel=0.4)
    shapes.box(stand, (50, 44, 12), (0, 0, 10), materials.metal('#a9acaf', 0.36, brushed='x'), bevel=0.8)
    shapes.box(stand, (14, 104, 2.6), (0, 0, 17), steel, bevel=0.5)
    for y in (-46, 46):
        shapes.cylinder(stand, 4.6, 16, (0, y, 10), steel, bevel=0.5)
        shapes.screw(stand, (0, y, 18), steel, dark, radius=4)
    for y in (0,) if towers == 1 else (-40, 41):
        _tower(stand, y, paint, steel, height, fan_above=towers == 1 or y < 0)
    if towers == 2:
        fan = shapes.group('fan', stand, at=(0, 0.5, height - 54), turn=(90, 0, 0))
        others.frame_fan(fan, paint, phase=21)


def _tower(stand, y, paint, steel, height, fan_above):
    """Fins on four pipes about `y`, with a fan before them."""
    pipe = materials.metal(paint['pipe'], 0.3)
    for k, dy in enumerate((-14.5, -5, 5, 14.5)):
        reach = 40 if k in (1, 2) else 27
        for side in (1, -1):
            foot = dy if y == 0 else dy * 0.8
            path = [(0, foot, 8), (side * 22, foot, 8.5), (side * (reach - 4), y * 0.7 + dy * 1.05, 20)]
            path += [(side * reach, y + dy * 1.1, 40), (side * reach, y + dy * 1.1, height - 2)]
            shapes.tube(stand, path, 3.1, pipe)
            shapes.cylinder(stand, 3.1, 4, (side * reach, y + dy * 1.1, height - 1), pipe, bevel=1.0, top=2.4)
    fins = materials.metal(paint['fins'], 0.36)
    outline = [(-62, -24), (-56, -26), (56, -26), (62, -24), (62, 20), (54, 26), (20, 24), (-20, 24), (-54, 26), (-62, 20)]
    count = int((height - 53) / 2.5)
    for k in range(count):
        shapes.plate(stand, outline, 0.55, (0, y, 47 + k * 2.5), fins)
    for side in (1, -1):
        shapes.box(stand, (0.8, 26, count * 2.5), (side * 61.8, y - 2, 46 + count * 1.25), fins)
    shapes.plate(stand, outline, 2.2, (0, y, height - 6.4), materials.metal(paint['cover'], 0.36, brushed='x'), bevel=0.5)
    if not fan_above:
        return
    middle = max(62, height - 58)
    fan = shapes.group('fan', stand, at=(0, y - 39, middle), turn=(90, 0, 0))
    others.frame_fan(fan, paint)
    for side in (1, -1):
        for z in (middle - 34, middle + 34):
            path = [(side * 58, y - 51.5, z), (side * 62.5, y - 48, z), (side * 63.2, y - 30, z), (side * 63.2, y - 8, z + 4)]
            shapes.tube(stand, path, 0.8, steel)


def build_low(root, look='black'):
    """A cooler about 40 mm high for small cases: upright fins on a base, with a thin fan on them."""
    paint = LOOKS[look]
    body = shapes.group('stand', root, turn=(0, 0, 30))
    alloy, steel, dark = materials.metal('#b9bcbf', 0.34), materials.metal('#b4b7ba', 0.3), materials.plastic('#0d0d0e', 0.6)
    shapes.box(body, (40, 40, 6), (0, 0, 3), materials.metal('#bd8160', 0.32), bevel=0.4)
    shapes.box(body, (92, 92, 4), (0, 0, 8), alloy, bevel=0.5)
    for k in range(36):
        shapes.box(body, (0.8, 92, 15), (-45.5 + k * 2.6, 0, 17), alloy)
    for x in (-1, 1):
        shapes.box(body, (12, 112, 2.2), (x * 27, 0, 4.5), steel, bevel=0.5)
        for y in (-51, 51):
            shapes.screw(body, (x * 27, y, 5.6), steel, dark, radius=3.6)
    frame, rubber = materials.plastic(paint['frame'], 0.42), materials.plastic(paint['rubber'], 0.7)
    rim = [shapes.circle(43.4, sides=96)]
    for z in (25, 36):
        shapes.plate(body, shapes.rounded(92, 92, 6), 3, (0, 0, z), frame, holes=rim, bevel=0.6)
    shapes.plate(body, shapes.circle(45.4, sides=96), 10, (0, 0, 27), frame, holes=rim)
    for x in (-40, 40):
        for y in (-40, 40):
            shapes.cylinder(body, 4.4, 12, (x, y, 32.5), frame, sides=24)
            shapes.plate(body, shapes.rounded(10, 10, 3, (x, y)), 0.8, (0, 0, 38.7), rubber, holes=[shapes.circle(1.9, (x, y), 24)], bevel=0.2)
    graphics_cards.fan(body, (0, 0, 32), 42, paint, 8)


def build_liquid(root, fans=2, look='black', screen=False):
    """A radiator as long as its fans, standing on its side, with a pump before it."""
    paint = LOOKS[look]
    stand = shapes.group('stand', root, turn=(0, 0, 24))
    radiator = shapes.group('radiator', stand, at=(0, 30, 60), turn=(88, 0, 0))
    length = fans * 120 + 38
    shell = materials.plastic(paint['frame'], 0.42)
    for side in (1, -1):
        shapes.box(radiator, (19, 120, 27), (side * (length / 2 - 9.5), 0, 0), shell, bevel=3)
        shapes.box(radiator, (length - 30, 2.4, 27), (0, side * 58.6, 0), shell, bevel=0.6)
    core, fins = materials.plastic('#0d0e0f', 0.6), materials.metal('#55585d', 0.4)
    shapes.box(radiator, (length - 36, 114, 12), (0, 0, 0), core)
    for k in range(14):
        shapes.box(radiator, (length - 36, 2, 19), (0, -52 + k * 8, 0), fins)
    for i in range(fans):
        fan = shapes.group('fan', radiator, at=((i - (fans - 1) / 2) * 120, 0, 26.5))
        others.frame_fan(fan, paint, phase=8 + i * 17)
    _pump(stand, length, paint, screen)


def _pump(stand, length, paint, screen):
    """The block for the processor, and the two tubes from it to the radiator's right end."""
    x, y = length / 2 - 118, -118
    pump = shapes.group('pump', stand, at=(x, y, 0), turn=(0, 0, -12))
    shell = materials.plastic(paint['frame'], 0.42)
    shapes.plate(pump, shapes.rounded(56, 56, 6), 3, (0, 0, 0), materials.metal('#bd8160', 0.32), bevel=0.4)
    shapes.plate(pump, shapes.rounded(66, 66, 14), 10, (0, 0, 3), shell, bevel=1.2)
    shapes.cylinder(pump, 32, 30, (0, 0, 28), shell, bevel=2, sides=72)
    lid = materials.light(('#0f2d63', '#3fb6ff', '#c86bff'), 52, strength=1.1) if screen else materials.metal(paint['hub'], 0.34, brushed='x')
    shapes.cylinder(pump, 28 if screen else 26, 1.2, (0, 0, 43.2), lid, bevel=0.4, sides=72)
    shapes.ring(pump, 29.4 if screen else 27.6, 1.1, (0, 0, 43.1), materials.light((paint['glow'], paint['glow']), 60, strength=1.3), sides=96)
    steel, dark = materials.metal('#b4b7ba', 0.3), materials.plastic('#0d0d0e', 0.6)
    for dx in (-1, 1):
        for dy in (-1, 1):
            arm = (dx * 39, dy * 39, 5)
            shapes.box(pump, (26, 9, 3), arm, steel, bevel=0.6, turn=(0, 0, 45 * dx * dy))
            shapes.screw(pump, (dx * 44, dy * 44, 6.4), steel, dark, radius=4)
    rubber = materials.plastic('#1b1c1f' if paint is not LOOKS['white'] else '#dededb', 0.62)
    end = length / 2 - 9.5
    for k, dz in enumerate((18, -14)):
        shapes.cylinder(stand, 7.4, 14, (end, 12, 60 + dz), shell, bevel=0.8, turn=(90, 0, 0))
        low = 32 - k * 12
        path = [(end, 12, 60 + dz), (end + 2, -22, 62 + dz), (end + 4 - k * 12, -70, 50 + dz * 0.6)]
        path += [(x + 62 - k * 14, y - 2 + 18 - k * 34, low + 4), (x + 26, y + 8 - k * 22, low)]
        shapes.tube(stand, path, 5.6, rubber)
