"""Hard disks: the 3.5-inch and 2.5-inch bodies, leaning back so that cover and label are seen."""

import materials
import shapes

# The colour that a series of disks is sold under lies on its label.
COLOURS = ('blue', 'red', 'purple', 'gold', 'dark')


def find(words):
    """The model for the rest of a key: '35', '35-red', '35-sealed-gold', '25', '25-fast'."""
    size, *rest = words
    if size == '25':
        return {'build': build_25, 'with': {'fast': rest == ['fast']}, 'fit': {'height': 0.66}, 'samples': 9}
    colour = next((word for word in rest if word in COLOURS), '')
    return {'build': build_35, 'with': {'sealed': 'sealed' in rest, 'colour': colour}, 'fit': {}, 'samples': 9}


def build_35(root, sealed=False, colour=''):
    """A 3.5-inch disk (147 × 101.6 × 26.1 mm) standing on its short side."""
    is_dark = colour == 'dark'
    cover_colour = '#3b3e43' if is_dark else '#b9bcbe' if sealed else '#c3c6c8'
    body = leaning(root, 147, 30, 80)
    cast = materials.metal('#55585c' if is_dark else '#7d8083', 0.5, grain=0.35)
    cover = materials.metal(cover_colour, 0.28, brushed='y')
    steel = materials.metal('#a9abad', 0.25)
    dark = materials.plastic('#0d0d0e', 0.6)
    shapes.plate(body, shapes.rounded(101.6, 147, 3), 23, (0, 0, -24), cast, bevel=1.0)
    shapes.plate(body, shapes.rounded(99, 144.5, 5), 1.4, (0, 0, -1.2), cover, bevel=0.4)
    if sealed:
        shapes.plate(body, shapes.rounded(94, 138, 8), 1.6, (0, 0, 0), cover, bevel=0.6)
        lift = 1.78
    else:
        _pressings(body, cover, steel, dark)
        lift = 1.3
    label = shapes.group('label', body, at=(0, 0 if sealed else -7, lift - 0.15))
    shapes.plate(label, shapes.rounded(86, 92, 2), 0.12, (0, 0, 0), materials.printed(f'label-hdd-{"sealed" if sealed else "35"}{colour and "-" + colour}', 86, 92))
    ink = '#ffffff' if is_dark or not sealed else '#23282d'
    shapes.print_area(label, (12, 31, 0.15) if sealed else (-11, 32, 0.15), (52, 22), ink)
    for x in (-46.5, 46.5):
        for y in (-68, 0, 68):
            shapes.screw(body, (x, y, 0.2), steel, dark, radius=2.3)
    for side in (1, -1):
        for y in (-44, 16, 57):
            shapes.cylinder(body, 1.7, 0.2, (50.8 * side, y, -18), dark, turn=(0, 90, 0), sides=24)
    shapes.box(body, (0.4, 70, 2.2), (50.8, -10, -9), dark)


def build_25(root, fast=False):
    """A 2.5-inch disk (100 × 70 mm, 9.5 mm high, or 15 mm for the fast kind) standing on its short side."""
    thick = 15 if fast else 9.5
    body = leaning(root, 100, 30, 80)
    cast = materials.metal('#5f6265' if fast else '#86898c', 0.5, grain=0.25)
    cover = materials.metal('#c6c9ca', 0.26, brushed='y')
    steel = materials.metal('#a9abad', 0.25)
    dark = materials.plastic('#0d0d0e', 0.6)
    shapes.plate(body, shapes.rounded(69.85, 100, 2), thick - 1.4, (0, 0, -thick), cast, bevel=0.6)
    shapes.plate(body, shapes.rounded(68, 98, 4), 1.2, (0, 0, -1.4), cover, bevel=0.35)
    shapes.plate(body, shapes.rounded(62, 74, 16), 0.8, (0, 8, -0.3), cover, bevel=0.35)
    name = 'label-hdd-fast' if fast else 'label-hdd-25'
    label = shapes.group('label', body, at=(0, 6, 0.52))
    shapes.plate(label, shapes.rounded(56, 56, 1.5), 0.1, (0, 0, 0), materials.printed(name, 56, 56))
    shapes.print_area(label, (-6, 19, 0.12), (38, 13), '#ffffff')
    for x, y in ((-30.5, 45), (30.5, 45), (-30.5, -45), (30.5, -45), (-30.5, 0), (30.5, 0), (0, -44)):
        shapes.screw(body, (x, y, -0.2), steel, dark, radius=1.5)


def leaning(root, height, spin, lean):
    """A group in whose x, y the face lies; it stands on the edge y = -height/2, leaning back, turned by `spin`."""
    stand = shapes.group('stand', root, turn=(0, 0, spin))
    return shapes.group('body', stand, at=(0, 0, height / 2), turn=(lean, 0, 0))


def _pressings(body, cover, steel, dark):
    """The steps that are pressed into a breathing disk's cover, and its hub and pivot."""
    shapes.plate(body, shapes.rounded(92, 100, 9), 1.0, (0, -7, 0.1), cover, bevel=0.45)
    shapes.plate(body, shapes.circle(19, (0, 50)), 0.9, (0, 0, 0.1), cover, bevel=0.4)
    shapes.ring(body, 12, 0.6, (0, 56, 0.9), cover)
    shapes.cylinder(body, 3.2, 0.6, (0, 56, 1.2), steel, bevel=0.15)
    shapes.cylinder(body, 1.4, 0.05, (30, -64, 0.25), dark, sides=24)
    shapes.ring(body, 3.0, 0.35, (30, -64, 0.3), cover)
