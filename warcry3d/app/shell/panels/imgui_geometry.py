"""Panda3D's geometry, textures and shader for ImGui's draw lists."""

from typing import Any

from imgui_bundle import imgui
from panda3d.core import (
    ColorAttrib,
    ColorBlendAttrib,
    Geom,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexFormat,
    InternalName,
    NodePath,
    SamplerState,
    Shader,
    Texture,
)

__all__ = ["geometry_of", "root", "texture_of", "vertex_format"]

VERTEX = """#version 150
in vec4 p3d_Vertex; in vec4 p3d_Color; uniform vec2 display_size; out vec2 uv; out vec4 colour;
void main() {
  uv = p3d_Vertex.zw; colour = p3d_Color;
  gl_Position = vec4(p3d_Vertex.x / display_size.x * 2.0 - 1.0, 1.0 - p3d_Vertex.y / display_size.y * 2.0, 0.0, 1.0);
}"""
FRAGMENT = """#version 150
in vec2 uv; in vec4 colour; out vec4 result; uniform sampler2D p3d_Texture0;
void main() { result = colour * texture(p3d_Texture0, uv); }"""


def geometry_of(vertices: Any, indices: Any, command: Any) -> Any:
    triangles = GeomTriangles(Geom.UHStream)
    triangles.setIndexType(Geom.NTUint16 if imgui.INDEX_SIZE == 2 else Geom.NTUint32)
    start = command.idx_offset * imgui.INDEX_SIZE
    piece = indices[start : start + command.elem_count * imgui.INDEX_SIZE]
    triangles.modifyVertices(command.elem_count).modifyHandle().setData(piece)
    if command.vtx_offset:
        triangles.offsetVertices(command.vtx_offset)
    geometry = Geom(vertices)
    geometry.addPrimitive(triangles)
    return geometry


def texture_of(wanted: Any) -> Any:
    texture = Texture("panels")
    texture.setup2dTexture(wanted.width, wanted.height, Texture.TUnsignedByte, Texture.FRgba8)
    texture.setMinfilter(SamplerState.FTLinear)
    texture.setMagfilter(SamplerState.FTLinear)
    texture.setRamImageAs(wanted.get_pixels_array(), "RGBA")
    return texture


def vertex_format() -> Any:
    """Return ImGui's own layout: position and texture coordinates in four floats, colour in four bytes."""
    array = GeomVertexArrayFormat(
        InternalName.getVertex(), 4, Geom.NTFloat32, Geom.CPoint, InternalName.getColor(), 4, Geom.NTUint8, Geom.CColor
    )
    return GeomVertexFormat.registerFormat(GeomVertexFormat(array))


def root() -> Any:
    node = NodePath("panels")
    node.setDepthTest(False)
    node.setDepthWrite(False)
    node.setTwoSided(True)
    node.setAttrib(ColorAttrib.makeVertex())
    node.setAttrib(
        ColorBlendAttrib.make(
            ColorBlendAttrib.MAdd, ColorBlendAttrib.OIncomingAlpha, ColorBlendAttrib.OOneMinusIncomingAlpha
        )
    )
    node.setShader(Shader.make(Shader.SL_GLSL, VERTEX, FRAGMENT))
    return node
