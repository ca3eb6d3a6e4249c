#include "core/report/svg_elements.h"

#include <array>
#include <cstdio>

namespace tiramisu::core::svg {

namespace {

/// How arrows of one kind look.
struct arrow_style {
    const char *name, *colour, *stroke;
};

constexpr std::array<arrow_style, 4> arrow_styles = {
    {{"flow", "#1d4e89", ""},
     {"anti", "#b5651d", "; stroke-dasharray: 5 3"},
     {"output", "#6a3d9a", "; stroke-dasharray: 1.5 2.5"},
     {"broken", "#d00000", "; stroke-width: 2.4"}}};

} // namespace

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

std::string attribute(const char *name, double value) {
    return std::string(" ") + name + "=\"" + number(value) + "\"";
}

std::string text_at(const place &at, const std::string &content, const std::string &attributes) {
    return "  <text" + attribute("x", at.x) + attribute("y", at.y) + attributes + ">" + content +
           "</text>\n";
}

std::string line(const place &from, const place &to, const std::string &classes) {
    return "  <line" + attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
           attribute("y2", to.y) + " class=\"" + classes + "\"/>\n";
}

std::string definitions() {
    std::string styles = "  <style>\n"
                         "    text { font: 11px sans-serif; fill: #222 }\n"
                         "    .axis { font-weight: bold }\n"
                         "    .number { font-size: 8px; fill: #555; paint-order: stroke; stroke: "
                         "white; stroke-width: 2px }\n"
                         "    .order { fill: none; stroke: #ccc; stroke-width: 4; "
                         "stroke-linejoin: round }\n"
                         "    .vector { fill: none; stroke: #222; stroke-opacity: 0.18; "
                         "stroke-width: 18; stroke-linecap: round }\n"
                         "    .mark { stroke: #333 }\n"
                         "    .arrow { fill: none; stroke-width: 1.2 }\n";
    std::string heads;
    for (const arrow_style &one : arrow_styles) {
        const std::string name = one.name, colour = one.colour;
        styles += "    ." + name + " { stroke: " + colour + one.stroke + "; marker-end: url(#" +
                  name + "_head) }\n";
        heads += "    <marker id=\"" + name +
                 "_head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" "
                 "markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
                 "<path d=\"M0 0 L8 4 L0 8 z\" fill=\"" +
                 colour + "\"/></marker>\n";
    }
    return styles + "  </style>\n  <defs>\n" + heads + "  </defs>\n";
}

} // namespace tiramisu::core::svg
