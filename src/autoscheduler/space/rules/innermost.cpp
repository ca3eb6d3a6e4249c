#include "autoscheduler/space/rules/innermost.h"

#include <algorithm>

#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

const planned_loop *find_loop(const nest_writer &writer, const std::string &loop) {
    const auto &loops = writer.nest().loops;
    const auto found = std::find_if(loops.begin(), loops.end(),
                                    [&](const planned_loop &one) { return one.name == loop; });
    return found == loops.end() ? nullptr : &*found;
}

} // namespace

bool is_constant(const nest_writer &writer, const std::string &loop) {
    const planned_loop *found = find_loop(writer, loop);
    return found == nullptr || found->is_constant;
}

long extent_of(const nest_writer &writer, const std::string &loop) {
    const planned_loop *found = find_loop(writer, loop);
    return found == nullptr ? 1 : found->extent;
}

std::string vectorize_whole(const program_view &view, nest_writer &writer, const statement_view &of,
                            const std::string &loop) {
    const int lanes = lanes_within(lanes_of(view, of), extent_of(writer, loop));
    if (lanes <= 1) {
        return loop;
    }
    writer.vectorize(loop, lanes);
    return loop + "_v";
}

long unroll_together(nest_writer &writer, const std::vector<std::string> &loops, long most) {
    long copies = 1;
    for (const std::string &loop : loops) {
        copies *= extent_of(writer, loop);
    }
    const bool are_constant = std::all_of(
        loops.begin(), loops.end(), [&](const auto &loop) { return is_constant(writer, loop); });
    if (copies > most || !are_constant) {
        return 0;
    }
    for (const std::string &loop : loops) {
        if (extent_of(writer, loop) > 1) {
            writer.unroll(loop);
        }
    }
    return copies;
}

} // namespace tiramisu::tune
