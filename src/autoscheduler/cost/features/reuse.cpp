#include "autoscheduler/cost/features/reuse.h"

#include <algorithm>

namespace tiramisu::tune {

namespace {

bool runs_in(const running_statement &statement, const running_statement &other,
             std::size_t level) {
    return level < other.loops.size() && other.loops[level].id == statement.loops[level].id;
}

/// Bytes that all statements touch in one iteration of the loop that `statement` has at `level`.
double bytes_of_iteration(const running_program &program, const running_statement &statement,
                          std::size_t level) {
    double bytes = 0;
    for (const running_statement &other : program) {
        if (runs_in(statement, other, level)) {
            for (const touched_buffer &one : other.touched) {
                bytes += one.unique_bytes(level + 1);
            }
        }
    }
    return bytes;
}

/// Other statements of that loop that touch the buffer, the iterations of the shortest included.
std::pair<int, double> others_touching(const running_program &program,
                                       const running_statement &statement,
                                       const std::string &buffer, std::size_t level) {
    int count = 0;
    double fewest = statement.iterations(level + 1);
    for (const running_statement &other : program) {
        const auto &touched = other.touched;
        if (&other != &statement && runs_in(statement, other, level) &&
            std::any_of(touched.begin(), touched.end(),
                        [&](const touched_buffer &one) { return one.name == buffer; })) {
            ++count;
            fewest = std::min(fewest, other.iterations(level + 1));
        }
    }
    return {count, fewest};
}

} // namespace

reuse reuse_of(const running_program &program, const running_statement &statement,
               const touched_buffer &buffer) {
    for (std::size_t level = statement.loops.size(); level-- > 0;) {
        const running_loop &loop = statement.loops[level];
        if (loop.extent <= 1) {
            continue;
        }
        if (!buffer.steps[level].moves) {
            return {reuse::kind::by_loop, statement.iterations(level + 1),
                    bytes_of_iteration(program, statement, level), loop.extent};
        }
        const auto [others, fewest] = others_touching(program, statement, buffer.name, level);
        if (others > 0) {
            return {reuse::kind::by_statements, fewest,
                    bytes_of_iteration(program, statement, level), static_cast<double>(others)};
        }
    }
    return {};
}

} // namespace tiramisu::tune
