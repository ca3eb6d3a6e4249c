#include "nn/layers/conv2d_backward_data/phase.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace tiramisu::nn {
namespace {

/// Which elements of the kernel meet a row, each with the row of the result, as the definition of a
/// convolution says.
std::set<std::pair<int, int>> met_by_definition(const phase_steps &steps, int results, int row) {
    std::set<std::pair<int, int>> all;
    for (int y = 0; y < results; y++) {
        for (int k = 0; k < steps.kernel; k++) {
            if (y * steps.stride - steps.padding + k * steps.distance == row) {
                all.insert({k, y});
            }
        }
    }
    return all;
}

TEST(Phases, MeetWhatTheDefinitionSays) {
    constexpr int results = 6;
    for (const phase_steps &steps : {phase_steps{11, 3, 2, 1, 1},
                                     {13, 7, 2, 3, 1},
                                     {9, 1, 3, 0, 1},
                                     {10, 3, 2, 2, 2},
                                     {14, 3, 3, 1, 2},
                                     {8, 4, 4, 0, 2},
                                     {2, 2, 3, 1, 1},
                                     {7, 3, 1, 1, 1}}) {
        std::set<int> rows;
        for (const phase &one : phases_of(steps)) {
            for (int v = 0; v < one.count; v++) {
                const int row = one.first + steps.stride * v;
                std::set<std::pair<int, int>> met;
                for (int t = 0; t < one.taps; t++) {
                    const int y = v + one.at - one.at_step * t;
                    if (y >= 0 && y < results) {
                        met.insert({one.tap + one.tap_step * t, y});
                    }
                }
                EXPECT_EQ(met, met_by_definition(steps, results, row)) << "row " << row;
                EXPECT_TRUE(rows.insert(row).second);
            }
        }
        EXPECT_EQ(static_cast<int>(rows.size()), steps.size);
    }
}

TEST(Phases, BordersHaveAllRowsThatAreMet) {
    constexpr int results = 6;
    const std::vector<phase> all = phases_of({13, 7, 2, 3, 1});
    const phase_border border(all, results);
    for (const phase &one : all) {
        for (int v = 0; v < one.count; v++) {
            for (int t = 0; t < one.taps; t++) {
                const int y = v + one.at - one.at_step * t;
                EXPECT_GE(y, -border.before);
                EXPECT_LT(y, results + border.behind);
            }
        }
    }
}

} // namespace
} // namespace tiramisu::nn
