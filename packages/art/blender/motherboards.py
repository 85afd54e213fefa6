"""Motherboards from Mini ITX to EATX: socket, slots, heatsinks and ports laid out as the form factor allows."""

import keys
import materials
import motherboard_parts as fittings
import shapes

FORMS = {
    'eatx': dict(size=(300, 305), slots=8, lanes=4, plates=3, texture='eatx', seat=150),
    'eatx-16': dict(size=(320, 330), slots=16, lanes=4, plates=0, texture='eatx', seat=104),
    'eatx-4': dict(size=(277, 305), slots=4, lanes=3, plates=3, texture='eatx', seat=108),
    'atx': dict(size=(244, 305), slots=4, lanes=3, plates=3, texture='atx'),
    'micro-atx': dict(size=(244, 244), slots=4, lanes=2, plates=2, texture='micro-atx'),
    'micro-atx-slim': dict(size=(200, 244), slots=2, lanes=2, plates=2, texture='micro-atx-slim'),
    'mini-itx': dict(size=(170, 170), slots=2, lanes=1, plates=1, texture='mini-itx'),
}
LOOKS = {
    'black': dict(mask='#131518', ink='#b9bcc0', sink='#6b6f76', plate='#5a5e66', slot='#121315', trim='#a7abb0', modern=True),
    'silver': dict(mask='#17191c', ink='#c9ccd0', sink='#c3c7cb', plate='#c6cacd', slot='#121315', trim='#3a3d42', modern=True),
    'white': dict(mask='#d9dad8', ink='#6d7176', sink='#c4c7ca', plate='#cfd1d3', slot='#e4e4e1', trim='#8e9398', modern=True),
    'gold': dict(mask='#17181a', ink='#c9b98f', sink='#55585f', plate='#4a4d53', slot='#121315', trim='#c2a25a', modern=True),
    'brown': dict(mask='#33251c', ink='#dfd6cc', sink='#8d9196', plate='#80858b', slot='#16171a', trim='#6b4a34', modern=False),
    'blue': dict(mask='#12406f', ink='#dfe6ec', sink='#a9aeb3', plate='#9ba1a7', slot='#2a6fb0', trim='#2a6fb0', modern=False),
    'green': dict(mask='#11573a', ink='#dfe6e0', sink='#b0b4b7', plate='#a6abae', slot='#16181a', trim='#3a7d44', modern=False),
}


def find(words):
    """The model for the rest of a key: 'atx-silver', 'micro-atx-slim-pins-brown', 'atx-black-ports'."""
    has_ports, look, pins = keys.flag(words, 'ports'), keys.take(words, *LOOKS), keys.flag(words, 'pins')
    given = dict(form='-'.join(words), look=look, pins=pins)
    return keys.part(build_ports, {'width': 0.7, 'height': 0.7}, **given) if has_ports else keys.part(build, **given)


def build(root, form='atx', look='black', pins=False):
    """A board standing on its lower edge; `pins`: its socket takes processors with pins."""
    _board(root, FORMS[form], form, LOOKS[look], pins, spin=27)


def build_ports(root, form='atx', look='black', pins=False):
    """The same board seen from the ports at its back edge."""
    _board(root, FORMS[form], form, LOOKS[look], pins, spin=66)


def _board(root, layout, form, paint, pins, spin):
    width, height = layout['size']
    stand = shapes.group('stand', root, turn=(0, 0, spin))
    board = shapes.group('board', stand, at=(0, 0, height / 2), turn=(81, 0, 0))
    mask = materials.soldermask(layout['texture'], width, height, paint['mask'], ink=paint['ink'])
    holes = [shapes.circle(2.0, at, 20) for at in _mounts(width, height)]
    shapes.plate(board, shapes.rounded(width, height, 2), 1.6, (0, 0, -1.6), mask, holes=holes, bevel=0.1)
    for at in _mounts(width, height):
        shapes.ring(board, 3.2, 0.9, (*at, -0.7), materials.metal('#c9c8c4', 0.3), sides=32)
    seat = layout.get('seat', 92 if width >= 200 else 78)
    socket = (seat - width / 2, height / 2 - (84 if height > 200 else 72))
    put_socket = fittings.pin_socket if pins else fittings.socket
    put_socket(board, socket)
    if layout['slots'] == 16:
        put_socket(board, (socket[0] + 112, socket[1]))
    _memory(board, socket, width, height, layout['slots'], paint)
    fittings.power_stage(board, socket, width, height, paint)
    fittings.rear_ports(board, -width / 2, height / 2, paint, shielded=paint['modern'])
    _lanes(board, width, height, layout, paint)
    fittings.edges(board, width, height, paint, small=form == 'mini-itx')
    fittings.scatter(board, width, height, socket, paint)


def _mounts(width, height):
    xs = [-width / 2 + 7, width / 2 - 7] if width < 200 else [-width / 2 + 7, width / 2 - 80 + (244 - width if width < 244 else 0) * 0.6, width / 2 - 8]
    ys = [height / 2 - 8, -height / 2 + 8] if height < 200 else [height / 2 - 8, -height / 2 + 82, -height / 2 + 8]
    return [(x, y) for x in xs for y in ys]


def _memory(board, socket, width, height, slots, paint):
    """Upright slots right of the socket, for eight on both sides."""
    y = height / 2 - 80 if height > 200 else height / 2 - 76
    start = socket[0] + (48 if slots > 2 else 46)
    if slots == 16:
        for x in (-80, -70.4, -60.8, -51.2, 46, 55.6, 65.2, 74.8):
            for row in (0, -144):
                fittings.memory_slot(board, (socket[0] + 22 + x if x > 0 else socket[0] + x + 8, y + row), paint, 0)
        return
    right = min(slots, 4)
    for i in range(right):
        fittings.memory_slot(board, (start + i * 9.6, y), paint, i % 2)
    if slots == 8:
        for i in range(4):
            fittings.memory_slot(board, (socket[0] - 48 - i * 9.6, y), paint, i % 2)


def _lanes(board, width, height, layout, paint):
    """Expansion slots below the socket, M.2 covers between them and the chipset's heatsink at the right."""
    left = -width / 2
    top = height / 2 - 152 if height > 200 else -height / 2 + 9
    for i in range(layout['lanes']):
        y = top - i * (42 if height > 250 else 46)
        fittings.lane(board, (left + 28 + 45, y), 89, paint, armoured=i == 0 and paint['modern'])
    if layout['texture'] == 'mini-itx':
        fittings.cover(board, (-8, -52), (92, 24), paint, is_printed=True)
        return
    if layout['slots'] == 16:
        return
    if paint['modern']:
        for i in range(layout['plates'] - (1 if height < 250 else 0)):
            fittings.cover(board, (left + 28 + 58, top - 20 - i * 42), (108, 23), paint)
    else:
        for i in range(layout['lanes']):
            fittings.lane(board, (left + 28 + 13, top - 21 - i * 42), 26, paint, armoured=False)
    narrow = width < 244
    middle = (width / 2 - (38 if narrow else 56), -height / 2 + (84 if height > 250 else 58))
    fittings.chipset(board, middle, ((46, 56) if narrow else (62, 66)) if paint['modern'] else (40, 40), paint)
