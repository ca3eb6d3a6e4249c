#include "autoscheduler/cost/features/intensity.h"

#include <cmath>

namespace tiramisu::tune {

std::array<double, 10> intensities_of(const running_statement &statement) {
    std::array<double, 10> samples{};
    const double operations = statement.operations.all();
    if (operations <= 0) {
        return samples;
    }
    // From the innermost iteration outward.
    std::vector<double> logarithms, intensities;
    for (std::size_t level = statement.loops.size() + 1; level-- > 0;) {
        double bytes = 0;
        for (const touched_buffer &one : statement.touched) {
            bytes += one.unique_bytes(level);
        }
        const double done = operations * statement.iterations(level);
        logarithms.push_back(std::log2(done));
        intensities.push_back(done / std::max(1.0, bytes));
    }
    const double first = logarithms.front(), last = logarithms.back();
    std::size_t at = 1;
    for (std::size_t s = 0; s < samples.size(); ++s) {
        const double wanted = first + (last - first) * static_cast<double>(s) /
                                          static_cast<double>(samples.size() - 1);
        while (at + 1 < logarithms.size() && logarithms[at] < wanted) {
            ++at;
        }
        if (logarithms.size() < 2 || logarithms[at] <= logarithms[at - 1]) {
            samples.at(s) = intensities[std::min(at, intensities.size() - 1)];
            continue;
        }
        const double part =
            std::min(1.0, (wanted - logarithms[at - 1]) / (logarithms[at] - logarithms[at - 1]));
        samples.at(s) = intensities[at - 1] + part * (intensities[at] - intensities[at - 1]);
    }
    return samples;
}

} // namespace tiramisu::tune
