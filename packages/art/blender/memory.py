"""Memory modules: a kit of one to eight, bare or under a heat spreader, with or without a light bar."""

import random

import keys
import materials
import shapes

LENGTH = 133.35
SODIMM_LENGTH = 69.6
FINISHES = {
    'black': dict(face='#4a4d55', inset='#34373e', print='#c9ccd1', board='#121417'),
    # a black spreader with a bright wing
    'mixed': dict(face='#4a4d55', inset='#34373e', wing='#b9bdc2', print='#c9ccd1', board='#121417'),
    'white': dict(paint=True, face='#e9e9e7', inset='#d5d6d6', print='#55585e', board='#1a1c1f'),
    'silver': dict(face='#b4b8bd', inset='#8d9298', print='#2f3237', board='#121417'),
    'red': dict(face='#a3161d', inset='#7c0f15', print='#f0dcd8', board='#121417'),
}
RAINBOW = ['#ff0050', '#9a00ff', '#1038ff', '#00a8ff', '#00d060']
PEARL = ['#20b0ff', '#7a50ff', '#ff4aa8', '#ff9a30', '#40e090']


def find(words):
    """The model for the rest of a key: '2-black', '2-tall-white', '1-registered-green', '4-black-lit'."""
    given = dict(count=int(words.pop(0)), finish=keys.take(words, *FINISHES, 'green'), lit=keys.flag(words, 'lit'))
    given.update(height=keys.take(words, 'low', 'tall'), small=keys.flag(words, 'sodimm'), registered=keys.flag(words, 'registered'))
    keys.finish(words)
    return keys.part(build, {'width': 0.56} if given['small'] else None, **given)


def build(root, count=2, finish='black', lit=False, height='', small=False, registered=False):
    """A kit standing upright in a staggered row; `height` is that of its spreaders: 'low', '' or 'tall'."""
    pitch = {1: 0, 2: 30, 3: 26, 4: 23, 6: 19, 8: 17}[count]
    row = shapes.group('kit', root, turn=(0, 0, 33 if count < 4 else 40))
    for i in range(count):
        offset = (i - (count - 1) / 2) * pitch
        stand = shapes.group('stand', row, at=(offset * 0.10, offset, 0), turn=(90, 0, 0))
        if small or finish == 'green':
            _bare(stand, '#0f5b34' if finish == 'green' else '#15171a', small, registered, i)
        else:
            _clad(stand, FINISHES[finish], lit, height, RAINBOW if finish in ('black', 'mixed') else PEARL, is_first=i == 0)


def _board(stand, hex6, length=LENGTH):
    half = length / 2
    notch = 4.5
    outline = [(-half, 0), (-notch - 1.2, 0), (-notch - 1.2, 4), (-notch + 1.2, 4), (-notch + 1.2, 0), (half, 0)]
    outline += [(half, 10), (half - 1.4, 10.6), (half - 1.4, 13.4), (half, 14), (half, 31.25)]
    outline += [(-half, 31.25), (-half, 14), (-half + 1.4, 13.4), (-half + 1.4, 10.6), (-half, 10)]
    lifted = shapes.group('board', stand, at=(0, 15.6, 0))
    mask = materials.soldermask('memory', LENGTH, 31.25, hex6)
    shapes.plate(lifted, [(x, y - 15.6) for x, y in outline], 1.25, (0, 0, -0.62), mask, bevel=0.08)
    for side in (0.64, -0.64):
        count = int((length - 6) / 0.85)
        bars = [(-half + 3 + i * 0.85, 0.25, 0.58, 2.7) for i in range(count) if abs(-half + 3.3 + i * 0.85 + notch) > 1.9]
        turn = (0, 0, 0) if side > 0 else (0, 180, 0)
        shapes.quads(stand, bars, (0, 0, side), materials.gold(), turn=turn)
    return lifted


def _chips(board, small, registered, seed):
    rng = random.Random(seed)
    tin, body = materials.metal('#c8c9c8', 0.35), materials.plastic('#8d7a5e', 0.5)
    if small:
        places = [(x, 3.2) for x in (-26, -12.5, 12.5, 26)]
    else:
        places = [(-57.5 + i * 15.1 + (6.5 if i > 3 else 0), 3.2) for i in range(8)]
    for x, y in places:
        shapes.box(board, (10.4, 12.2, 1.0), (x, y, 1.2), materials.chip(), bevel=0.15)
        shapes.quads(
            board,
            [(x - 3.9, y + 3.0 - k * 1.7, 7.0 - rng.random() * 3, 0.55) for k in range(3)],
            (0, 0, 1.712),
            materials.plastic('#8f9296', 0.6),
        )
        for k in range(5):
            _smd(board, (x - 4 + k * 2.0, -6.2), tin, body)
    if registered:
        shapes.box(board, (11, 8.4, 1.2), (0.6, 3.4, 1.3), materials.chip(), bevel=0.15)
        shapes.box(board, (9, 6.6, 0.5), (0.6, 3.4, 2.1), materials.metal('#a9acb0', 0.36), bevel=0.12)
    else:
        shapes.box(board, (6.2, 6.2, 0.9), (0.4, 8.6, 1.1), materials.chip(), bevel=0.12)
    reach = 30 if small else 60
    for k in range(int(reach / 2.3)):
        _smd(board, (-reach + k * 4.8 + rng.random(), -9.6), tin, materials.plastic('#2b2c30', 0.4))
    middle = 0 if small else -35
    sticker = materials.printed('label-memory', 44, 15)
    label = shapes.group('sticker', board, at=(middle, 2.4, 2.5 if registered and small else 1.74))
    shapes.plate(label, shapes.rounded(44, 15, 0.8), 0.09, (0, 0, 0), sticker)
    if seed == 0:
        shapes.print_area(label, (-7.4, 1.2, 0.1), (27, 9.6), '#1b1c1e')


def _smd(board, at, tin, body):
    shapes.box(board, (1.5, 0.8, 0.45), (*at, 0.85), tin, bevel=0.06, segments=1)
    shapes.box(board, (0.85, 0.82, 0.5), (*at, 0.86), body, bevel=0.05, segments=1)


def _bare(stand, hex6, small, registered, seed):
    _chips(_board(stand, hex6, SODIMM_LENGTH if small else LENGTH), small, registered, seed)


def _clad(stand, finish, lit, height, stops, is_first):
    _board(stand, finish['board'])
    if finish.get('paint'):
        face, inset = materials.plastic(finish['face'], 0.38), materials.plastic(finish['inset'], 0.45)
    else:
        face = materials.metal(finish['face'], 0.36, brushed='x')
        inset = materials.metal(finish['inset'], 0.42)
    ink = materials.plastic(finish['print'], 0.5)
    steel = materials.metal('#9a9ca0', 0.3)
    dark = materials.plastic('#0b0b0c', 0.6)
    half = LENGTH / 2 + 1
    top = {'low': 31.5, '': 35.5 if lit else 37.5, 'tall': 49}[height]
    wing = materials.metal(finish['wing'], 0.34, brushed='x') if 'wing' in finish else face
    crown = [(half, 6), (half, top - 5), (half - 4, top), (half - 33, top), (half - 37, top - 3.6)]
    crown += [(-half + 37, top - 3.6), (-half + 33, top), (-half + 4, top), (-half, top - 5), (-half, 6)]
    for side in (1, -1):
        turn = (0, 0, 0) if side > 0 else (0, 180, 0)
        shell = shapes.group('shell', stand, at=(0, 0, 0.75 * side), turn=turn)
        shapes.plate(shell, crown, 2.3, (0, 0, 0), face, bevel=0.35)
        _relief(shell, wing, inset, ink, dark, steel, top)
        if side == 1 and is_first:
            shapes.print_area(shell, (-33.5, (top + 2) / 2, 2.8), (44, top - 20), finish['print'])
    shapes.box(stand, (LENGTH - 4, 2.2, 1.6), (0, top - 5.2, 0), dark)
    if lit:
        _light_bar(stand, stops, half, top)


def _relief(shell, wing_finish, inset, ink, dark, steel, top):
    """The stepped fields, grooves and screws on the face of a spreader."""
    field = [(-60, 9), (-8, 9), (2, top - 7), (-57, top - 7), (-60, top - 10)]
    shapes.plate(shell, field, 0.55, (0, 0, 2.2), inset, bevel=0.2)
    wing = [(-2, 9), (60, 9), (60, top - 10), (57, top - 7), (8, top - 7)]
    shapes.plate(shell, wing, 0.9, (0, 0, 2.1), wing_finish, bevel=0.3)
    for k in range(5):
        x = 33 + k * 5.4
        slot = [(x, 12), (x + 2.0, 12), (x + 6.0, top - 10), (x + 4.0, top - 10)]
        shapes.plate(shell, slot, 0.06, (-6, 0, 3.0), dark)
    for x in (-63.5, 63.5):
        shapes.screw(shell, (x, top - 13, 2.25), steel, dark, radius=1.5)
    shapes.quads(shell, [(9, 14, 11, 1.0), (9, 11.6, 7, 1.0)], (0, 0, 3.05), ink)


def _light_bar(stand, stops, half, top):
    glow = materials.light(stops, LENGTH, 1.3)
    outline = [(half - 2, top - 6), (half - 2, top + 2.0), (half - 5, top + 6.5), (-half + 5, top + 6.5)]
    outline += [(-half + 2, top + 2.0), (-half + 2, top - 6)]
    shapes.plate(stand, outline, 5.2, (0, 0, -2.6), glow, bevel=0.9)
