#include "accuracy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tiramisu::bench {

double relative_error(const float *values, const std::vector<double> &reference) {
    double difference = 0, magnitude = 0;
    for (std::size_t element = 0; element < reference.size(); element++) {
        const double here = std::abs(values[element] - reference[element]);
        if (std::isnan(here)) {
            return std::numeric_limits<double>::infinity();
        }
        difference = std::max(difference, here);
        magnitude = std::max(magnitude, std::abs(reference[element]));
    }
    return difference / std::max(magnitude, std::numeric_limits<double>::min());
}

std::vector<float> random_floats(std::size_t count, unsigned seed) {
    std::vector<float> values(count);
    for (float &value : values) {
        seed = seed * 1664525u + 1013904223u;
        value = static_cast<float>(seed >> 8) / (1 << 23) - 1;
    }
    return values;
}

} // namespace tiramisu::bench
