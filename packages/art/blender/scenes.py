"""The wide banners, one for each promise of the shop, and the pictures for pages that have nothing to show."""

import graphics_cards
import materials
import memory
import others
import props
import shapes
import ssds
import studio

# Words stand on the left of a banner; its right part, cut out, is the picture for phones.
BANNER = dict(width=0.50, height=0.84, centre=0.71)


def authentic():
    """Parts, and a seal that vouches for them."""
    root, camera = _stage('#0f2436')
    card = _placed(root, (40, 120, 0))
    graphics_cards.build(card, fans=3, look='white')
    kit = _placed(root, (-112, -58, 0))
    memory.build(kit, count=2, finish='white', lit=True)
    kit.scale = (1.15,) * 3
    drive = _placed(root, (168, -70, 0))
    ssds.build_m2(drive, cover='heatsink')
    drive.scale = (1.35,) * 3
    props.seal(root, (66, -86, 46.5), (76, 0, 8), radius=48)
    _settled((card, kit, drive))
    studio.fit(root, camera, **BANNER)


def delivery():
    """A van on its way from town to the country."""
    root, camera = _stage('#0f2f2a')
    ground = shapes.group('ground', root)
    shapes.plate(ground, shapes.rounded(640, 300, 60), 14, (0, 0, -14), materials.plastic('#7fae6a', 0.85), bevel=4)
    shapes.box(ground, (640, 74, 1), (0, -62, 0.3), materials.plastic('#5a5f66', 0.8))
    for i in range(9):
        shapes.box(ground, (34, 4, 0.4), (-288 + i * 72, -62, 1), materials.plastic('#f4f1e6', 0.7))
    shapes.plate(ground, shapes.rounded(250, 170, 20, (-180, 62)), 1.2, (0, 0, 0), materials.plastic('#b9b6b0', 0.8))
    for at, size, walls in (
        ((-262, 84, 1), (56, 56, 150), '#c9765a'),
        ((-200, 92, 1), (54, 50, 200), '#8fa6b8'),
        ((-138, 80, 1), (58, 54, 118), '#e0cfa8'),
        ((-84, 96, 1), (42, 44, 166), '#a9836b'),
    ):
        props.house(root, at, size, walls)
    props.hill(root, (120, 100, 0), 92, '#6f9f58')
    props.hill(root, (232, 92, 0), 74, '#84b268')
    props.house(root, (196, 20, 0), (62, 46, 38), '#f0e6d2', roof='#a5452f', turn=-8)
    for x, y, high in ((66, 44, 62), (92, 24, 48), (132, 16, 54), (262, 24, 60), (288, -2, 46), (-40, 60, 50), (-300, -2, 44)):
        props.tree(root, (x, y, 0 if x > 0 else 1), high, pointed=x > 100 or x < -100, tint='#3f7a4b' if x % 4 else '#568f4c')
    props.van(root, (4, -66, 1))
    props.parcel(root, (44, 36, 30), (-150, -124, 0), turn=12)
    props.parcel(root, (34, 30, 40), (-112, -118, 0), turn=-8)
    props.parcel(root, (28, 26, 20), (-148, -124, 30), turn=30)
    studio.fit(root, camera, width=0.50, height=0.82, centre=0.715)


def rate():
    """Coins that become fewer, and a price tag."""
    root, camera = _stage('#47210a')
    for i, count in enumerate((17, 13, 9, 6, 3)):
        props.stack(root, (-104 + i * 36, 14 - i * 14, 0), count, seed=i)
    props.coin(root, (-70, -56, 0), (0, 0, -30))
    props.coin(root, (-34, -72, 0), (0, 0, 20))
    tag = shapes.group('tag', root, at=(86, 6, 0))
    props.tag(tag, (0, 0, 19), (70, 0, 14), '$')
    tag.scale = (1.3,) * 3
    card = _placed(root, (16, 104, 0))
    graphics_cards.build(card, fans=2, look='white')
    card.scale = (0.72,) * 3
    _settled((card,))
    studio.fit(root, camera, **BANNER)


def money_back():
    """A parcel that may come back, and the money with it."""
    root, camera = _stage('#251833')
    props.parcel(root, (190, 140, 88), (10, 10, 0), turn=20, opened=True)
    card = _placed(root, (14, 26, 44))
    graphics_cards.build(card, fans=2, look='silver')
    card.scale = (0.72,) * 3
    props.turning_arrow(root, (20, 150, 112), (84, 0, 14), radius=92)
    money = shapes.group('money', root, at=(-78, -92, 0))
    money.scale = (1.7,) * 3
    # In a line round the parcel's near corner, which stands at (13, 2) here.
    for at, count in (((-18, 8, 0), 4), ((6, -12, 0), 8), ((34, -18, 0), 5)):
        props.stack(money, at, count, seed=at[0])
    props.coin(money, (62, -24, 0), (0, 0, 15))
    studio.fit(root, camera, **BANNER)


def not_found():
    """4, a case fan for the nought, and 4."""
    root, camera = _stage('#c9c6c1')
    paint = materials.plastic('#3d5a80', 0.35, coat=0.4)
    for x in (-130, 126):
        stand = shapes.group('four', root, at=(x, 8, 1), turn=(86, 0, 0))
        four = [(0, 34), (52, 122), (76, 122), (76, 52), (92, 52), (92, 30), (76, 30), (76, 0), (50, 0), (50, 30), (0, 30)]
        hole = [(27, 52), (50, 52), (50, 90)]
        shapes.plate(stand, [(px - 30, py) for px, py in four], 26, (0, 0, -13), paint, holes=[[(px - 30, py) for px, py in hole]], bevel=2)
    fan = _placed(root, (18, 0, 0))
    others.build(fan, spin=8, cable=False)
    _settled((fan,))
    plug = materials.plastic('#17181a', 0.6)
    shapes.tube(root, [(70, 6, 3), (110, -60, 2), (40, -92, 2), (-30, -70, 2), (-80, -96, 2)], 2.0, plug)
    shapes.box(root, (18, 10, 8), (-90, -99, 4), materials.plastic('#e9e7df', 0.5), bevel=0.8, turn=(0, 0, 18))
    studio.fit(root, camera)


def empty_orders():
    """An open parcel with nothing in it."""
    root, camera = _stage('#c9c6c1')
    props.parcel(root, (150, 110, 78), (0, 0, 0), turn=24, opened=True)
    studio.fit(root, camera, width=0.72, height=0.66)


def empty_parts():
    """A magnifying glass that has found a few screws."""
    root, camera = shapes.group('scene'), studio.furnish(elevation=46)
    props.magnifier(root, (-14, 6, 5.4), (0, -1.7, 14))
    steel, dark = materials.metal('#a4a7aa', 0.25), materials.plastic('#0d0d0e', 0.6)
    for x, y, turn in ((-72, -40, 20), (-22, 14, 70), (22, -62, 130)):
        pin = shapes.group('screw', root, at=(x, y, 5), turn=(90, 0, turn))
        shapes.cylinder(pin, 2.6, 16, (0, 0, -8), steel, sides=24)
        for k in range(7):
            shapes.ring(pin, 2.7, 0.45, (0, 0, -3 - k * 2), steel, sides=24, round_sides=6)
        shapes.screw(pin, (0, 0, 0), steel, dark, radius=5)
    studio.fit(root, camera, width=0.7, height=0.66)


def _stage(sweep):
    camera = studio.furnish(sweep)
    return shapes.group('scene'), camera


def _placed(root, at):
    return shapes.group('placed', shapes.group('place', root, at=at))


def _settled(groups):
    for group in groups:
        studio.settle(group)
