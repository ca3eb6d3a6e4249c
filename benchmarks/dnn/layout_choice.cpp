#include "dnn/layout_choice.h"

#include <limits>

namespace tiramisu::bench {

nn::conv2d_layouts
fastest_layouts(const std::vector<nn::conv2d_layouts> &choice,
                const std::function<double(const nn::conv2d_layouts &)> &milliseconds) {
    nn::conv2d_layouts chosen = choice.front();
    double fastest = std::numeric_limits<double>::infinity();
    for (const nn::conv2d_layouts &layouts : choice) {
        const double taken = milliseconds(layouts);
        if (taken < fastest) {
            fastest = taken;
            chosen = layouts;
        }
    }
    return chosen;
}

double sum_of_fastest(const std::vector<std::vector<nn::find_result>> &of_steps) {
    double sum = 0;
    for (const std::vector<nn::find_result> &ranked : of_steps) {
        sum += ranked.front().record.milliseconds;
    }
    return sum;
}

} // namespace tiramisu::bench
