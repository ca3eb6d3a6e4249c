#pragma once

#include <string>

// The elements of pictures in SVG, and how they look. Lengths are in pixels.

namespace tiramisu::core::svg {

struct place {
    double x, y;
};

/// With one digit behind the point.
std::string number(double value);
/// ` name="1.0"`
std::string attribute(const char *name, double value);
/// `attributes` begin with a space each.
std::string text_at(const place &at, const std::string &content, const std::string &attributes);
std::string line(const place &from, const place &to, const std::string &classes);

/// The styles of the classes axis, number, order, vector, mark and arrow, of arrows also flow,
/// anti, output and broken, and the heads of arrows.
std::string definitions();

} // namespace tiramisu::core::svg
