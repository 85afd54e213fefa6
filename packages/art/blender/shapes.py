"""The few solid shapes that every part is put together from, in millimetres, each as one Blender object."""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector

_meshes = {}


def forget():
    """Drops the cached meshes; call it after Blender's scene was emptied."""
    _meshes.clear()


def group(name, parent=None, at=(0, 0, 0), turn=(0, 0, 0)):
    """An empty that others hang on. `turn` is in degrees about x, y, z."""
    empty = bpy.data.objects.new(name, None)
    bpy.context.collection.objects.link(empty)
    return _place(empty, parent, at, turn)


def box(parent, size, at, material, bevel=0.0, turn=(0, 0, 0), segments=2):
    """A box with rounded edges, centred on `at`."""
    key = ('box', tuple(round(s, 4) for s in size), bevel, segments, material.name)
    mesh = _meshes.get(key)
    if mesh is None:
        shape = bmesh.new()
        bmesh.ops.create_cube(shape, size=1, matrix=Matrix.Diagonal((*size, 1)))
        if bevel:
            bmesh.ops.bevel(shape, geom=shape.edges[:], offset=bevel, segments=segments, profile=0.5, affect='EDGES')
        mesh = _finish(key, shape, material, smooth=bool(bevel))
    return _link(mesh, parent, at, turn)


def cylinder(parent, radius, depth, at, material, bevel=0.0, turn=(0, 0, 0), sides=32, top=None):
    """A cylinder along z, centred on `at`; `top` is the radius of its upper end when it is a cone."""
    key = ('cylinder', round(radius, 4), round(depth, 4), bevel, sides, top, material.name)
    mesh = _meshes.get(key)
    if mesh is None:
        shape = bmesh.new()
        bmesh.ops.create_cone(
            shape, cap_ends=True, segments=sides, radius1=radius, radius2=radius if top is None else top, depth=depth
        )
        if bevel:
            rims = [e for e in shape.edges if abs(e.verts[0].co.z - e.verts[1].co.z) < 1e-6]
            bmesh.ops.bevel(shape, geom=rims, offset=bevel, segments=2, profile=0.5, affect='EDGES')
        mesh = _finish(key, shape, material, smooth=True)
    return _link(mesh, parent, at, turn)


def plate(parent, outline, thickness, at, material, holes=(), bevel=0.0, turn=(0, 0, 0)):
    """A flat piece cut to `outline` (points in x, y) with `holes`, lying on z = at.z and `thickness` high."""
    curve = bpy.data.curves.new('plate', 'CURVE')
    curve.dimensions = '2D'
    curve.fill_mode = 'BOTH'
    curve.extrude = max(thickness / 2 - bevel, 0.0001)
    curve.bevel_depth = bevel
    curve.bevel_resolution = 2
    curve.offset = -bevel
    for points in (outline, *holes):
        spline = curve.splines.new('POLY')
        spline.points.add(len(points) - 1)
        for point, (x, y) in zip(spline.points, points):
            point.co = (x, y, 0, 1)
        spline.use_cyclic_u = True
    curve.materials.append(material)
    return _link(curve, parent, (at[0], at[1], at[2] + thickness / 2), turn)


def ring(parent, radius, thickness, at, material, turn=(0, 0, 0), sides=64, round_sides=12):
    """A torus about z."""
    key = ('ring', radius, thickness, sides, material.name)
    mesh = _meshes.get(key)
    if mesh is None:
        shape = bmesh.new()
        loops = []
        for i in range(sides):
            a = 2 * math.pi * i / sides
            loop = []
            for j in range(round_sides):
                b = 2 * math.pi * j / round_sides
                r = radius + thickness * math.cos(b)
                loop.append(shape.verts.new((r * math.cos(a), r * math.sin(a), thickness * math.sin(b))))
            loops.append(loop)
        for i in range(sides):
            for j in range(round_sides):
                near, far = loops[i], loops[(i + 1) % sides]
                k = (j + 1) % round_sides
                shape.faces.new((near[j], far[j], far[k], near[k]))
        mesh = _finish(key, shape, material, smooth=True)
    return _link(mesh, parent, at, turn)


def surface(parent, rows, at, material, thickness=0.0, turn=(0, 0, 0), closed=False, name=None):
    """A smooth skin through `rows` of points (all rows alike long), given `thickness`; `name` shares it between objects."""
    key = ('surface', name, material.name)
    mesh = _meshes.get(key) if name else None
    if mesh is None:
        shape = bmesh.new()
        grid = [[shape.verts.new(point) for point in row] for row in rows]
        for i in range(len(grid) - 1):
            count = len(grid[i])
            for j in range(count if closed else count - 1):
                k = (j + 1) % count
                shape.faces.new((grid[i][j], grid[i + 1][j], grid[i + 1][k], grid[i][k]))
        bmesh.ops.recalc_face_normals(shape, faces=shape.faces[:])
        if thickness:
            bmesh.ops.solidify(shape, geom=shape.faces[:], thickness=thickness)
        mesh = _finish(key, shape, material, smooth=True)
    return _link(mesh, parent, at, turn)


def quads(parent, rectangles, at, material, turn=(0, 0, 0)):
    """Many thin flat rectangles (x, y, width, height) in one object: contacts, prints, stripes."""
    shape = bmesh.new()
    for x, y, width, height in rectangles:
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        shape.faces.new([shape.verts.new((cx, cy, 0)) for cx, cy in corners])
    return _link(_finish(None, shape, material, smooth=False), parent, at, turn)


def tube(parent, points, radius, material, at=(0, 0, 0), turn=(0, 0, 0)):
    """A round wire or pipe along a smooth line through `points`."""
    curve = bpy.data.curves.new('tube', 'CURVE')
    curve.dimensions = '3D'
    curve.bevel_depth = radius
    curve.bevel_resolution = 4
    curve.use_fill_caps = True
    spline = curve.splines.new('BEZIER')
    spline.bezier_points.add(len(points) - 1)
    for knot, point in zip(spline.bezier_points, points):
        knot.co = Vector(point)
        knot.handle_left_type = knot.handle_right_type = 'AUTO'
    curve.materials.append(material)
    return _link(curve, parent, at, turn)


def lettering(parent, words, size, at, material, turn=(0, 0, 0), depth=0.02, align='LEFT'):
    """Raised letters of height `size`, starting at `at`."""
    text = bpy.data.curves.new('text', 'FONT')
    text.body = words
    text.size = size * 1.37
    text.extrude = depth
    text.align_x = align
    text.space_character = 1.12
    text.materials.append(material)
    return _link(text, parent, at, turn)


def print_area(parent, at, size, ink, turn=(0, 0, 0), rows=2):
    """Where words are printed after the picture was taken: `size` in millimetres about `at`, along the group's x and y."""
    area = group('print', parent, at, turn)
    area['size'], area['ink'], area['rows'] = list(size), ink, rows


def rounded(width, height, radius, at=(0, 0), steps=6):
    """The outline of a rectangle with round corners about `at`."""
    points = []
    corners = ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
    for sx, sy, start in corners:
        cx, cy = at[0] + sx * (width / 2 - radius), at[1] + sy * (height / 2 - radius)
        for i in range(steps + 1):
            a = math.radians(start + 90 * i / steps)
            points.append((cx + radius * math.cos(a), cy + radius * math.sin(a)))
    return points


def circle(radius, at=(0, 0), sides=64):
    """The outline of a circle about `at`."""
    turns = (2 * math.pi * i / sides for i in range(sides))
    return [(at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in turns]


def screw(parent, at, material, dark, radius=2.2, turn=(0, 0, 0)):
    """A screw's head with a six-cornered socket, standing on `at`."""
    head = group('screw', parent, at, turn)
    cylinder(head, radius, radius * 0.5, (0, 0, radius * 0.25), material, bevel=radius * 0.12, sides=28)
    cylinder(head, radius * 0.45, 0.02, (0, 0, radius * 0.5), dark, sides=6)
    return head


def _finish(key, shape, material, smooth):
    mesh = bpy.data.meshes.new('part')
    for face in shape.faces:
        face.smooth = smooth
    shape.to_mesh(mesh)
    shape.free()
    mesh.materials.append(material)
    if smooth:
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(50)
    if key:
        _meshes[key] = mesh
    return mesh


def _link(data, parent, at, turn):
    thing = bpy.data.objects.new(data.name, data)
    bpy.context.collection.objects.link(thing)
    return _place(thing, parent, at, turn)


def _place(thing, parent, at, turn):
    thing.parent = parent
    thing.location = at
    thing.rotation_euler = [math.radians(t) for t in turn]
    return thing
