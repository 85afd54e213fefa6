"""What things are made of: plastics, metals, soldermask, printed labels and light, each made once by name."""

import os

import bpy

TEXTURES = os.environ.get('ART_TEXTURES', '')
# What is smoother, Cycles takes for a mirror (roughness² below 0.075) and writes what it mirrors into the noise filter's guides.
SMOOTHEST = 0.28
_made = {}


def forget():
    """Drops the materials; call it after Blender's scene was emptied."""
    _made.clear()


def colour(hex6):
    """'#rrggbb' as linear red, green, blue, alpha."""
    parts = [int(hex6[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return (*[p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts], 1)


def plastic(hex6, roughness=0.45, grain=0.0, coat=0.0):
    """Moulded plastic, painted metal or epoxy; `grain` roughens its surface (0 to 1)."""

    def build(nodes, links, shader):
        shader.inputs['Base Color'].default_value = colour(hex6)
        shader.inputs['Roughness'].default_value = roughness
        shader.inputs['Clearcoat'].default_value = coat
        if grain:
            _bump(nodes, links, shader, _noise(nodes, 900, 2), grain * 0.12)

    return _material(('plastic', hex6, roughness, grain, coat), build)


def metal(hex6, roughness=0.3, brushed=None, grain=0.0):
    """Metal; `brushed` is the axis ('x', 'y', 'z') along which it was brushed, `grain` makes it cast or blasted."""
    roughness = max(roughness, SMOOTHEST)

    def build(nodes, links, shader):
        shader.inputs['Base Color'].default_value = colour(hex6)
        shader.inputs['Metallic'].default_value = 1
        shader.inputs['Roughness'].default_value = roughness
        if brushed:
            noise = _noise(nodes, 1, 3)
            stretch = nodes.new('ShaderNodeMapping')
            stretch.inputs['Scale'].default_value = [0.015 if axis == brushed else 6 for axis in 'xyz']
            links.new(_object_position(nodes), stretch.inputs['Vector'])
            links.new(stretch.outputs['Vector'], noise.inputs['Vector'])
            spread = nodes.new('ShaderNodeMapRange')
            spread.inputs['To Min'].default_value = max(roughness * 0.75, SMOOTHEST)
            spread.inputs['To Max'].default_value = roughness * 1.35
            links.new(noise.outputs['Fac'], spread.inputs['Value'])
            links.new(spread.outputs['Result'], shader.inputs['Roughness'])
            _bump(nodes, links, shader, noise, 0.05)
        if grain:
            noise = _noise(nodes, 2.2, 2)
            links.new(_object_position(nodes), noise.inputs['Vector'])
            _bump(nodes, links, shader, noise, grain)

    return _material(('metal', hex6, roughness, brushed, grain), build)


def printed(texture, width, height, roughness=0.4, metallic=0.0):
    """A picture printed on a piece of `width` × `height` mm that is centred on its own origin."""

    def build(nodes, links, shader):
        image = _image(nodes, links, texture, width, height)
        links.new(image.outputs['Color'], shader.inputs['Base Color'])
        shader.inputs['Roughness'].default_value = roughness
        shader.inputs['Metallic'].default_value = metallic

    return _material(('printed', texture, width, height, roughness), build)


def soldermask(texture, width, height, hex6, ink='#e8e8e2'):
    """A circuit board: the texture's red is copper under the mask, green is printed ink, blue is bare gold."""

    def build(nodes, links, shader):
        image = _image(nodes, links, texture, width, height, data=True)
        split = nodes.new('ShaderNodeSeparateColor')
        links.new(image.outputs['Color'], split.inputs['Color'])
        base = colour(hex6)
        lighter = tuple(min(1, c * 1.35 + 0.006) for c in base[:3]) + (1,)
        traced = _mix(nodes, links, split.outputs['Red'], base, lighter)
        inked = _mix(nodes, links, split.outputs['Green'], traced, colour(ink))
        gilded = _mix(nodes, links, split.outputs['Blue'], inked, colour('#d9b25f'))
        links.new(gilded, shader.inputs['Base Color'])
        links.new(split.outputs['Blue'], shader.inputs['Metallic'])
        shader.inputs['Roughness'].default_value = 0.34
        shader.inputs['Clearcoat'].default_value = 0.25
        shader.inputs['Clearcoat Roughness'].default_value = 0.2
        bump = nodes.new('ShaderNodeBump')
        bump.inputs['Strength'].default_value = 0.25
        bump.inputs['Distance'].default_value = 0.05
        links.new(split.outputs['Red'], bump.inputs['Height'])
        links.new(bump.outputs['Normal'], shader.inputs['Normal'])

    return _material(('soldermask', texture, width, height, hex6), build)


def light(stops, length, strength=1.4, axis=0):
    """A milky light guide `length` mm long whose colour runs through `stops` along its own x (or other) axis."""

    def build(nodes, links, shader):
        ramp = nodes.new('ShaderNodeValToRGB')
        while len(ramp.color_ramp.elements) < len(stops):
            ramp.color_ramp.elements.new(0.5)
        for i, (element, stop) in enumerate(zip(ramp.color_ramp.elements, stops)):
            element.position = i / max(1, len(stops) - 1)
            element.color = colour(stop)
        split = nodes.new('ShaderNodeSeparateXYZ')
        links.new(_object_position(nodes), split.inputs['Vector'])
        along = nodes.new('ShaderNodeMapRange')
        along.inputs['From Min'].default_value = -length / 2
        along.inputs['From Max'].default_value = length / 2
        links.new(split.outputs[axis], along.inputs['Value'])
        links.new(along.outputs['Result'], ramp.inputs['Fac'])
        links.new(ramp.outputs['Color'], shader.inputs['Emission'])
        shader.inputs['Emission Strength'].default_value = strength
        shader.inputs['Base Color'].default_value = colour('#777777')
        shader.inputs['Roughness'].default_value = 0.3

    material = _material(('light', tuple(stops), length, strength, axis), build)
    material.cycles.sample_as_light = False
    return material


def glass(tint=(0.93, 0.96, 0.97)):
    """A clear lens or a tinted pane, thin enough that it bends nothing."""

    def build(nodes, links, shader):
        clear = nodes.new('ShaderNodeBsdfTransparent')
        clear.inputs['Color'].default_value = (*tint, 1)
        shine = nodes.new('ShaderNodeBsdfGlossy')
        shine.inputs['Roughness'].default_value = SMOOTHEST
        mix = nodes.new('ShaderNodeMixShader')
        mix.inputs['Fac'].default_value = 0.05
        links.new(clear.outputs['BSDF'], mix.inputs[1])
        links.new(shine.outputs['BSDF'], mix.inputs[2])
        links.new(mix.outputs['Shader'], nodes['Material Output'].inputs['Surface'])

    return _material(('glass', tint), build)


def gold():
    """Plated contacts."""
    return metal('#dcb35a', 0.24)


def chip():
    """A memory or controller chip's black epoxy."""
    return plastic('#1b1c1e', 0.42, grain=0.4)


def _material(key, build):
    if key not in _made:
        material = bpy.data.materials.new(' '.join(str(k) for k in key)[:60])
        material.use_nodes = True
        nodes, links = material.node_tree.nodes, material.node_tree.links
        build(nodes, links, nodes['Principled BSDF'])
        _made[key] = material
    return _made[key]


def _object_position(nodes):
    return nodes.new('ShaderNodeTexCoord').outputs['Object']


def _noise(nodes, scale, detail):
    noise = nodes.new('ShaderNodeTexNoise')
    noise.inputs['Scale'].default_value = scale
    noise.inputs['Detail'].default_value = detail
    return noise


def _bump(nodes, links, shader, noise, strength):
    bump = nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = strength
    bump.inputs['Distance'].default_value = 0.05
    links.new(noise.outputs['Fac'], bump.inputs['Height'])
    links.new(bump.outputs['Normal'], shader.inputs['Normal'])


def _mix(nodes, links, factor, first, second):
    mix = nodes.new('ShaderNodeMixRGB')
    links.new(factor, mix.inputs['Fac'])
    for value, socket in ((first, mix.inputs['Color1']), (second, mix.inputs['Color2'])):
        if isinstance(value, tuple):
            socket.default_value = value
        else:
            links.new(value, socket)
    return mix.outputs['Color']


def _image(nodes, links, texture, width, height, data=False):
    place = nodes.new('ShaderNodeMapping')
    place.inputs['Location'].default_value = (0.5, 0.5, 0)
    place.inputs['Scale'].default_value = (1 / width, 1 / height, 0)
    links.new(_object_position(nodes), place.inputs['Vector'])
    image = nodes.new('ShaderNodeTexImage')
    image.image = bpy.data.images.load(os.path.join(TEXTURES, texture + '.png'), check_existing=True)
    image.extension = 'EXTEND'
    if data:
        image.image.colorspace_settings.name = 'Non-Color'
    links.new(place.outputs['Vector'], image.inputs['Vector'])
    return image
