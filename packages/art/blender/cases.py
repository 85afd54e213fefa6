"""Cases: a mid tower with a glass side, and a small one for Mini ITX boards."""

import keys
import materials
import others
import shapes
import studio

LOOKS = {
    'black': dict(shell='#33363b', inside='#7b8087', slat='#454950', grommet='#1d1f22', pane=(0.86, 0.88, 0.90), band='#16171a', fans='black'),
    'white': dict(shell='#ecebe8', inside='#d9dad9', slat='#c3c6c8', grommet='#8d9196', pane=(0.95, 0.97, 0.98), band='#e4e4e1', fans='white'),
    'silver': dict(shell='#b4b7ba', inside='#7b8087', slat='#8d9196', grommet='#1d1f22', pane=(0.88, 0.90, 0.92), band='#26282b', fans='black'),
    'brown': dict(
        shell='#33363b', inside='#7b8087', slat='#454950', grommet='#1d1f22', pane=(0.86, 0.88, 0.90), band='#16171a', fans='black', trim='#7d5233'
    ),
}
FANS = {
    'black': dict(frame='#26282c', rubber='#3a3d42', fan='#8f949b', hub='#b9bdc1'),
    'white': dict(frame='#e2e2df', rubber='#c3c6c8', fan='#f0efec', hub='#c3c6c8'),
}
FOOT = 12


def find(words):
    """The model for the rest of a key: 'mid-tower-black', 'small-solid-white'. Larger cases are larger in the frame, too."""
    side, look = keys.take(words, 'solid', 'mesh'), keys.take(words, *LOOKS)
    size = '-'.join(words)
    if size in SMALL:
        return keys.large(build_small, {'height': {'small': 0.6, 'slim': 0.54}[size]}, size=size, side=side or 'mesh', look=look)
    fit = {'height': 0.62 + 0.27 * (TOWERS[size][2] - 380) / 190}
    return keys.large(build_tower, fit, size=size, side=side or 'glass', look=look)


# Width, depth, height and front fans; litres with what sticks out: 31, 37, 45, 55, 66 and 82.
TOWERS = {
    'micro-tower': (190, 380, 380, 2),
    'mini-tower': (205, 400, 410, 2),
    'compact-tower': (215, 420, 455, 3),
    'mid-tower': (230, 470, 490, 3),
    'full-tower': (240, 520, 530, 3),
    'great-tower': (250, 580, 570, 3),
}


def build_tower(root, size='mid-tower', side='glass', look='black'):
    """A tower: vented front, and on the left glass before an inside that is empty but for its fans, or a closed panel."""
    width, depth, height, fans = TOWERS[size]
    paint = LOOKS[look]
    body = shapes.group('stand', root, turn=(0, 0, 42))
    shell = materials.plastic(paint['shell'], 0.45)
    _shell(body, width, depth, height, shell)
    _vented_front(body, width, depth, height, paint, FANS[paint['fans']], fans)
    _vented_top(body, width, depth, height, paint, shell)
    if side != 'glass':
        _closed_side(body, width, depth, height, side, shell)
        return
    _inside(body, width, depth, height, paint, FANS[paint['fans']])
    panel = shapes.group('side', body, at=(-width / 2 + 1, 0, FOOT + height / 2), turn=(90, 0, -90))
    pane = shapes.rounded(depth - 18, height - 10, 4, (-5, 0))
    shapes.plate(panel, pane, 3.5, (0, 0, 0), materials.glass(paint['pane']))
    frame = shapes.rounded(depth - 42, height - 34, 6, (-5, 0))
    shapes.plate(panel, pane, 0.6, (0, 0, -0.8), materials.plastic(paint['band'], 0.4), holes=[frame])


def _closed_side(body, width, depth, height, side, shell):
    panel = shapes.group('side', body, at=(-width / 2 - 0.4, 0, FOOT + height / 2), turn=(90, 0, -90))
    shapes.box(body, (3, depth - 10, height - 6), (-width / 2 + 3, 0, FOOT + height / 2), materials.plastic('#0a0a0b', 0.7))
    rows = int((height - 90) / 13) if side == 'mesh' else 0
    slots = [
        shapes.rounded(depth / 4.6, 6, 2.8, (x * depth / 4.1, height / 2 - 45 - row * 13), steps=3) for row in range(rows) for x in (-1, 0, 1)
    ]
    shapes.plate(panel, shapes.rounded(depth - 6, height - 4, 5), 2.4, (0, 0, 0), shell, holes=slots, bevel=0.7)


# Width, depth and height: of about 19 litres, and of about 12.
SMALL = {'small': (185, 376, 292), 'slim': (118, 374, 270)}


def build_small(root, size='small', side='mesh', look='black'):
    """A case for Mini ITX boards: vents in the sides or closed ones, and a plain front."""
    width, depth, height = SMALL[size]
    paint = LOOKS[look]
    body = shapes.group('stand', root, turn=(0, 0, 46))
    shell = materials.plastic(paint['shell'], 0.45)
    dark = materials.plastic('#0a0a0b', 0.7)
    shapes.box(body, (width - 8, depth - 8, height - 4), (0, 0, FOOT + height / 2), dark)
    _feet(body, width, depth)
    for turn, at, wide in ((-90, (-width / 2 - 1, 0), depth), (90, (width / 2 + 1, 0), depth)):
        panel = shapes.group('side', body, at=(*at, FOOT + height / 2), turn=(90, 0, turn))
        reach = height * 0.3
        slots = [
            shapes.rounded(5, reach, 2.4, (-wide / 2 + 40 + i * 11, row * (reach / 2 + 7)), steps=3)
            for i in range(int((wide - 66) / 11) if side == 'mesh' else 0)
            for row in (-1, 1)
        ]
        shapes.plate(panel, shapes.rounded(wide, height, 10), 2.4, (0, 0, 0), shell, holes=slots, bevel=0.7)
    lid = [shapes.rounded(width - 65, 5, 2.4, (0, -depth / 2 + 50 + i * 12), steps=3) for i in range(int((depth - 88) / 12))]
    shapes.plate(body, shapes.rounded(width - 4, depth - 4, 5), 3, (0, 0, FOOT + height - 3), shell, holes=lid, bevel=0.7)
    front = shapes.group('front', body, at=(0, -depth / 2, FOOT + height / 2), turn=(90, 0, 0))
    shapes.plate(front, shapes.rounded(width - 4, height, 10), 8, (0, 0, -2), shell, bevel=1.8)
    strip = materials.plastic(paint.get('trim', '#8b5d3b'), 0.5)
    shapes.plate(front, shapes.rounded(width - 34, 16, 3, (0, -height / 2 + 26)), 1.6, (0, 0, 5.6), strip, bevel=0.5)
    _ports(front, (width / 2 - 24, height / 2 - 30), 6, upright=True)


def _shell(body, width, depth, height, shell):
    middle = FOOT + height / 2
    for z in (FOOT + 2, FOOT + height - 10):
        shapes.box(body, (width - 4, depth - 4, 4), (0, 0, z), shell, bevel=0.6)
    shapes.box(body, (3, depth - 8, height), (width / 2 - 1.5, 0, middle), shell, bevel=1)
    shapes.box(body, (width, 3, height), (0, depth / 2 - 1.5, middle), shell, bevel=1)
    for z in (FOOT + 2, FOOT + height - 4):
        shapes.box(body, (8, depth - 8, 9), (-width / 2 + 5, 0, z), shell, bevel=1)
    _feet(body, width, depth)


def _feet(body, width, depth):
    rubber = materials.plastic('#1a1b1d', 0.6)
    for x in (-1, 1):
        for y in (-1, 1):
            shapes.box(body, (26, 44, FOOT), (x * (width / 2 - 26), y * (depth / 2 - 45), FOOT / 2), rubber, bevel=2)


def _vented_front(body, width, depth, height, paint, fan_paint, fans):
    front = shapes.group('front', body, at=(0, -depth / 2, FOOT + height / 2), turn=(90, 0, 0))
    shell, slat = materials.plastic(paint['shell'], 0.42), materials.plastic(paint['slat'], 0.45)
    window = shapes.rounded(width - 26, height - 34, 8)
    shapes.plate(front, shapes.rounded(width, height, 10), 22, (0, 0, -14), shell, holes=[window], bevel=2)
    half = int((width - 28) / 18)
    for i in range(-half, half + 1):
        shapes.box(front, (2.6, height - 30, 4), (i * 9, 0, 1), slat, bevel=0.6)
    for z in (-1, 1):
        shapes.box(front, (width - 24, 4, 4), (0, z * 70, -3), slat)
    if 'trim' in paint:
        trim = materials.plastic(paint['trim'], 0.5)
        for x in (-1, 1):
            shapes.box(front, (9, height - 30, 5), (x * (width / 2 - 17), 0, 4), trim, bevel=0.8)
    pitch = min(150, (height - 40) / fans) if fans == 3 else 140
    for i in range(fans):
        fan = shapes.group('fan', front, at=(0, (i - (fans - 1) / 2) * pitch + (0 if fans == 3 else 22), -22))
        others.frame_fan(fan, fan_paint, phase=8 + 15 * i)
        _glow(fan)


def _glow(fan):
    shapes.ring(fan, 58, 1.6, (0, 0, 12.6), materials.light(('#cfe6f5', '#cfe6f5'), 120, strength=1.5), sides=96)


def _vented_top(body, width, depth, height, paint, shell):
    top = FOOT + height
    vent = shapes.rounded(width - 56, depth - 110, 6, (0, 20))
    shapes.plate(body, shapes.rounded(width, depth + 8, 8, (0, -2)), 7, (0, 0, top - 6), shell, holes=[vent], bevel=1.5)
    slat = materials.plastic(paint['slat'], 0.45)
    for i in range(int((depth - 110) / 7)):
        shapes.box(body, (width - 54, 3, 3), (0, 20 - (depth - 110) / 2 + 4 + i * 7, top - 3), slat, bevel=0.5)
    _ports(body, (0, -depth / 2 + 16), top + 0.6)


def _ports(body, at, z, upright=False):
    """The button with its ring of light, and the sockets beside it."""
    x, y = at
    steel, dark = materials.metal('#a9acaf', 0.32), materials.plastic('#08080a', 0.6)
    step = (0, -1) if upright else (-1, 0)
    shapes.cylinder(body, 7, 1.6, (x, y, z + 0.6), steel, bevel=0.5, sides=40)
    shapes.ring(body, 7.6, 0.7, (x, y, z + 0.5), materials.light(('#e8f3fa', '#e8f3fa'), 16, strength=1.2), sides=48)
    for k, (long, short) in enumerate(((9, 3.4), (13, 5.6), (13, 5.6))):
        reach = 24 + k * 19
        size = (short, long) if upright else (long, short)
        centre = (x + step[0] * reach, y + step[1] * reach)
        shapes.plate(body, shapes.rounded(size[0] + 1.6, size[1] + 1.6, 1.4, centre), 0.5, (0, 0, z), steel)
        shapes.plate(body, shapes.rounded(*size, 1, centre), 0.2, (0, 0, z + 0.4), dark)


def _inside(body, width, depth, height, paint, fan_paint):
    plate, grommet = materials.plastic(paint['inside'], 0.5), materials.plastic(paint['grommet'], 0.6)
    x, top = width / 2 - 30, FOOT + height
    shapes.box(body, (1.6, depth - 70, height - 20), (x, 30, FOOT + height / 2), plate)
    for z in [z for z in (top - 80, top - 180, top - 270, top - 360) if z > FOOT + 130]:
        shapes.box(body, (1.2, 26, 62), (x - 1, -105, z), grommet, bevel=0.5)
    for y in (-40, 40, 120):
        shapes.box(body, (1.2, 40, 14), (x - 1, y, top - 26), grommet, bevel=0.5)
    shapes.box(body, (1.2, 110, 100), (x - 1, 110, top - 130), grommet, bevel=0.5)
    brass = materials.metal('#c8a75c', 0.35)
    for y in (-60, 50, 160):
        for z in (top - 55, top - 190, max(FOOT + 120, top - 300)):
            shapes.cylinder(body, 3, 6, (x - 4, y, z), brass, turn=(0, 90, 0), sides=6)
    shapes.box(body, (width - 36, depth - 60, 92), (4, 25, FOOT + 50), plate, bevel=1.5)
    for i in range(9):
        shapes.box(body, (1, 60, 3), (-width / 2 + 21.6, 90, FOOT + 34 + i * 6), grommet)
    for i in range(4 if height < 420 else 7 if height < 500 else 8):
        shapes.box(body, (110, 2.5, 15), (0, depth / 2 - 6, FOOT + 124 + i * 20.3), materials.plastic(paint['slat'], 0.5))
    rear = shapes.group('fan', body, at=(0, depth / 2 - 20, top - 112), turn=(90, 0, 0))
    others.frame_fan(rear, fan_paint)
    _glow(rear)
    studio.lamp(body, (-10, 0, top - 26), (width - 60, depth - 80), 11)
