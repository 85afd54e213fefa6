"""The one studio that every picture is taken in: sweep, softboxes, camera, and how a thing is fitted into the frame."""

import math

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

import materials
import shapes

ELEVATION = 26
DISTANCE = 8.0
LENS = 85


def empty():
    """Starts from nothing."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    shapes.forget()
    materials.forget()


def furnish(sweep='#c9c6c1', elevation=ELEVATION, key=1.0):
    """Puts up the sweep, the lights and the camera; `key` scales all light."""
    _sweep(sweep)
    _world()
    _softbox('key', (-3.6, -3.0, 4.4), (0, 0, 0.5), (1.8, 1.8), 300 * key, (1, 0.975, 0.94))
    _softbox('top', (-0.5, 2.3, 4.6), (0, 0.1, 0.2), (2.2, 1.3), 300 * key, (1, 0.995, 0.985))
    _softbox('rim', (4.2, 1.6, 2.6), (0, 0, 0.6), (0.9, 3.2), 90 * key, (0.93, 0.965, 1))
    _softbox('front', (3.4, -6.0, 2.4), (0, 0, 0.7), (3.6, 2.4), 118 * key, (0.97, 0.985, 1))
    return _camera(elevation)


def lamp(parent, at, size, watts, tint=(0.93, 0.965, 1)):
    """A flat lamp within a part, shining down; `size` in millimetres."""
    light = bpy.data.lights.new('lamp', 'AREA')
    light.shape = 'RECTANGLE'
    light.size, light.size_y = size
    light.energy = watts
    light.color = tint
    thing = bpy.data.objects.new('lamp', light)
    bpy.context.collection.objects.link(thing)
    thing.parent = parent
    thing.location = at


def fit(root, camera, width=0.82, height=0.80, centre=0.5, middle=0.5):
    """Scales `root` until it fills so much of the frame, and shifts the lens until its middle is at `centre`, `middle`."""
    root.scale = (0.01,) * 3
    for _ in range(4):
        left, right, bottom, top = _extent(root, camera)
        factor = min(width / (right - left), height / (top - bottom))
        root.scale = [s * factor for s in root.scale]
    settle(root)
    left, right, bottom, top = _extent(root, camera)
    render = bpy.context.scene.render
    aspect = render.resolution_y / render.resolution_x
    camera.data.shift_x += (left + right) / 2 - centre
    camera.data.shift_y += ((bottom + top) / 2 - middle) * aspect


def find_prints(root, camera):
    """Where the areas for words are in the frame: corners in shares of its width and height, from the upper left."""
    bpy.context.view_layer.update()
    found = []
    for area in root.children_recursive:
        if 'ink' not in area:
            continue
        w, h = (side / 2 for side in area['size'])
        corners = []
        for x, y in ((-w, h), (w, h), (-w, -h)):
            seen = world_to_camera_view(bpy.context.scene, camera, area.matrix_world @ Vector((x, y, 0)))
            corners.append([round(seen.x, 5), round(1 - seen.y, 5)])
        found.append({'corners': corners, 'ink': area['ink'], 'rows': area['rows'], 'sides': list(area['size'])})
    return found


def expose(width, height, samples, path, guides=None):
    """Renders the scene to `path` as PNG; `guides` is a folder for the albedo and normal that the noise filter wants."""
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.cycles.device = 'CPU'
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.035
    scene.cycles.adaptive_min_samples = 8
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 4
    scene.cycles.diffuse_bounces = 2
    scene.cycles.glossy_bounces = 3
    scene.cycles.sample_clamp_indirect = 2.5
    scene.cycles.sample_clamp_direct = 12
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.cycles.blur_glossy = 0.6
    scene.cycles.pixel_filter_type = 'BLACKMAN_HARRIS'
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = 0.3
    scene.render.image_settings.file_format = 'PNG'
    scene.render.image_settings.color_depth = '16'
    scene.render.image_settings.color_mode = 'RGB'
    scene.render.filepath = path
    if guides:
        _guides(scene, guides)
    bpy.ops.render.render(write_still=True)


def _guides(scene, folder):
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    composite = tree.nodes.new('CompositorNodeComposite')
    tree.links.new(layers.outputs['Image'], composite.inputs['Image'])
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.base_path = folder
    out.format.file_format = 'PNG'
    out.format.color_mode = 'RGB'
    out.format.color_depth = '8'
    out.format.color_management = 'OVERRIDE'
    out.format.view_settings.view_transform = 'Standard'
    out.file_slots.clear()
    for name, output in (('albedo', 'Denoising Albedo'), ('normal', 'Denoising Normal')):
        out.file_slots.new(name)
        source = layers.outputs[output]
        if name == 'normal':
            half = tree.nodes.new('CompositorNodeMixRGB')
            half.blend_type = 'MULTIPLY'
            half.inputs[2].default_value = (0.5, 0.5, 0.5, 1)
            tree.links.new(source, half.inputs[1])
            shift = tree.nodes.new('CompositorNodeMixRGB')
            shift.blend_type = 'ADD'
            shift.inputs[2].default_value = (0.5, 0.5, 0.5, 1)
            tree.links.new(half.outputs[0], shift.inputs[1])
            source = shift.outputs[0]
        tree.links.new(source, out.inputs[name])


def _sweep(hex6):
    """A floor that bends up into a wall far behind: no horizon line."""
    rows = []
    profile = [(-14, 0), (3.2, 0)]
    profile += [(3.2 + 3 * math.sin(a), 3 - 3 * math.cos(a)) for a in (math.pi / 2 * i / 14 for i in range(1, 15))]
    profile.append((6.2, 12))
    for x in (-22, 22):
        rows.append([(x, y, z) for y, z in profile])
    shapes.surface(None, rows, (0, 0, 0), materials.plastic(hex6, 0.7))


def _world():
    world = bpy.data.worlds.new('world')
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    background = nodes['Background']
    split = nodes.new('ShaderNodeSeparateXYZ')
    links.new(nodes.new('ShaderNodeTexCoord').outputs['Generated'], split.inputs['Vector'])
    ramp = nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.elements[0].position = 0.1
    ramp.color_ramp.elements[0].color = (0.16, 0.165, 0.18, 1)
    ramp.color_ramp.elements[1].position = 0.85
    ramp.color_ramp.elements[1].color = (0.85, 0.88, 0.95, 1)
    links.new(split.outputs['Z'], ramp.inputs['Fac'])
    links.new(ramp.outputs['Color'], background.inputs['Color'])
    background.inputs['Strength'].default_value = 0.32


def _softbox(name, at, target, size, watts, tint):
    lamp = bpy.data.lights.new(name, 'AREA')
    lamp.shape = 'RECTANGLE'
    lamp.size, lamp.size_y = size
    lamp.energy = watts
    lamp.color = tint
    thing = bpy.data.objects.new(name, lamp)
    bpy.context.collection.objects.link(thing)
    thing.location = at
    thing.rotation_euler = (Vector(target) - Vector(at)).to_track_quat('-Z', 'Y').to_euler()


def _camera(elevation):
    lens = bpy.data.cameras.new('camera')
    lens.lens = LENS
    camera = bpy.data.objects.new('camera', lens)
    bpy.context.collection.objects.link(camera)
    a = math.radians(elevation)
    camera.location = (0, -DISTANCE * math.cos(a), DISTANCE * math.sin(a) + 0.35)
    camera.rotation_euler = (math.radians(90 - elevation), 0, 0)
    bpy.context.scene.camera = camera
    return camera


def _corners(root):
    bpy.context.view_layer.update()
    for thing in root.children_recursive:
        if thing.type in ('MESH', 'CURVE', 'FONT'):
            for corner in thing.bound_box:
                yield thing.matrix_world @ Vector(corner)


def settle(root):
    """Lowers or lifts `root` so that its lowest point touches the floor."""
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    solids = [thing for thing in root.children_recursive if thing.type in ('MESH', 'CURVE', 'FONT')]
    floors = [(min((thing.matrix_world @ Vector(corner)).z for corner in thing.bound_box), thing) for thing in solids]
    lowest = math.inf
    # A box round a turned thing reaches lower than the thing, so go on while a box is lower than what was found.
    for floor, thing in sorted(floors, key=lambda pair: pair[0]):
        if floor >= lowest:
            break
        solid = thing.evaluated_get(graph)
        lowest = min([lowest, *((thing.matrix_world @ v.co).z for v in solid.to_mesh().vertices)])
        solid.to_mesh_clear()
    root.location.z -= lowest
    bpy.context.view_layer.update()


def _extent(root, camera):
    scene = bpy.context.scene
    seen = [world_to_camera_view(scene, camera, point) for point in _corners(root)]
    xs, ys = [p.x for p in seen], [p.y for p in seen]
    return min(xs), max(xs), min(ys), max(ys)
