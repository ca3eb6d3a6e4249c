#include "graph/operators/flat_places.h"

#include <numeric>

#include "graph/operators/strides.h"

namespace tiramisu::graph {

std::string flat_places(expansion &to, const std::string &places,
                        const std::vector<std::int64_t> &sizes,
                        const std::vector<std::int64_t> &distances) {
    const std::string whole = to.cast(places, p_int64);
    const std::string is_from_end = to.add("Less", {whole, to.number(0, p_int64)});
    const std::string from_start =
        to.add("Where", {is_from_end, to.add("Add", {whole, to.integers(sizes)}), whole});
    return to.add("Mul", {from_start, to.integers(distances)});
}

std::string joined_places(expansion &to, const std::string &places, const shape &sizes) {
    const auto named = static_cast<std::int64_t>(sizes.size());
    const std::int64_t count = count_of(to.extents(places)) / named;
    const std::string rows = to.reshaped(places, {count, named});
    return to.reduced("ReduceSum", flat_places(to, rows, sizes, strides_of(sizes)), {1}, false);
}

std::string numbered(expansion &to, const shape &extents) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(count_of(extents)));
    std::iota(all.begin(), all.end(), 0);
    return to.reshaped(to.integers(all), extents);
}

} // namespace tiramisu::graph
