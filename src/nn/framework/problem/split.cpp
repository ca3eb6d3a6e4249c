#include "nn/framework/problem/split.h"

namespace tiramisu::nn {

std::vector<std::string> split(const std::string &text, char separator) {
    std::vector<std::string> found(1);
    for (const char letter : text) {
        if (letter == separator) {
            found.emplace_back();
        } else {
            found.back() += letter;
        }
    }
    return found;
}

} // namespace tiramisu::nn
