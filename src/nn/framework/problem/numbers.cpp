#include "nn/framework/problem/numbers.h"

#include <cmath>

namespace tiramisu::nn {

std::string shortest(float number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string size_text(int rows, int columns) {
    return std::to_string(rows) + "x" + std::to_string(columns);
}

bool read_finite(const std::string &text, float &number) {
    return read_number(text, number) && std::isfinite(number);
}

} // namespace tiramisu::nn
