#include "nn/framework/program/fnv_hash.h"

#include <iomanip>
#include <locale>
#include <sstream>

namespace tiramisu::nn {

std::string fnv_hash::text() const {
    std::ostringstream digits;
    digits.imbue(std::locale::classic());
    digits << std::hex << std::setfill('0') << std::setw(16) << value_;
    return digits.str();
}

} // namespace tiramisu::nn
