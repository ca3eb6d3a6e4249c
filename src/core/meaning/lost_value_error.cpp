#include "core/meaning/lost_value_error.h"

#include <algorithm>

#include "core/meaning/carried_state.h"
#include "core/program/instance_text.h"
#include "core/program/state.h"

namespace tiramisu::core {

namespace {

std::string problem(const lost_value &lost) {
    const std::string reads = "reads \"" + lost.named->name + "\" ";
    return lost.overwriter == nullptr
               ? reads + "before it is computed"
               : reads + "after " + subject(*lost.overwriter) + " has overwritten the value";
}

/// A computation that overwrites, as its storage goes round, what it reads itself.
bool is_too_small_for_itself(const lost_value &lost) {
    return lost.overwriter != nullptr && lost.reader->base == lost.named &&
           lost.overwriter->base == lost.named;
}

} // namespace

user_error lost_value_error(const lost_value &lost) {
    const std::string read = first_pair_text(lost.instances, *lost.reader,
                                             lost.overwriter ? *lost.overwriter : *lost.named);
    const std::string mend =
        is_too_small_for_itself(lost)
            ? "keep more elements in the dimension that store_in() or storage_fold() lets go round"
            : "declare the computations in the order in which they run, let them share the loops "
              "that they alternate in (then, after), or store them in different elements";
    return {subject(*lost.reader), "", problem(lost) + " (" + read + "); " + mend,
            lost.reader->where};
}

std::optional<lost_value> first_lost(const std::vector<lost_value> &lost,
                                     const poly::timestamps &order) {
    const auto found = std::find_if_not(lost.begin(), lost.end(), [&](const lost_value &value) {
        return is_carried_state(value, order);
    });
    return found == lost.end() ? std::nullopt : std::optional(*found);
}

} // namespace tiramisu::core
