#include "dnn/layout_choice.h"

namespace tiramisu::bench {

double sum_of_fastest(const std::vector<std::vector<nn::find_result>> &of_steps) {
    double sum = 0;
    for (const std::vector<nn::find_result> &ranked : of_steps) {
        sum += ranked.front().record.milliseconds;
    }
    return sum;
}

} // namespace tiramisu::bench
