#include "autoscheduler/space/recomputation.h"

#include <algorithm>

namespace tiramisu::tune {

namespace {

/// Of one stage, for an element of a loop that computes it. More fill the registers, and take a
/// compiler long.
constexpr double most_operations = 64;

double reads(const program_view &view, std::size_t reader, std::size_t stage) {
    const std::string &buffer = view.main_of(stage).write.buffer;
    double count = 0;
    for (const std::size_t statement : view.stages[reader].statements) {
        const auto &all = view.statements[statement].reads;
        count += static_cast<double>(std::count_if(
            all.begin(), all.end(), [&](const access_view &one) { return one.buffer == buffer; }));
    }
    return count;
}

/// How often the stage is computed for one element of the loops that are left. Stages come before
/// those that read them.
double copies_of(const program_view &view, std::size_t stage, const inlined_stages &is_inlined) {
    std::vector<double> copies(view.stages.size(), 0);
    for (std::size_t one = view.stages.size(); one-- > stage;) {
        for (const std::size_t reader : view.stages[one].consumers) {
            if (reader > one) {
                copies[one] += reads(view, reader, one) * (is_inlined(reader) ? copies[reader] : 1);
            }
        }
    }
    return copies[stage];
}

/// Of an element, with those of what it computes inline.
double operations_of(const program_view &view, std::size_t stage,
                     const inlined_stages &is_inlined) {
    std::vector<double> operations(stage + 1, 0);
    for (std::size_t one = 0; one <= stage; ++one) {
        operations[one] = view.main_of(one).operations;
        for (const std::size_t maker : view.stages[one].producers) {
            if (maker < one && is_inlined(maker)) {
                operations[one] += reads(view, one, maker) * operations[maker];
            }
        }
    }
    return operations[stage];
}

} // namespace

bool is_worth_recomputing(const program_view &view, std::size_t stage,
                          const inlined_stages &is_inlined) {
    const double copies = copies_of(view, stage, is_inlined);
    return copies <= 1 || copies * operations_of(view, stage, is_inlined) <= most_operations;
}

} // namespace tiramisu::tune
