#include "peers/plain_loops.h"

#include <algorithm>
#include <stdexcept>

#include "peers/loops/calls.h"

namespace tiramisu::bench {

namespace {

std::vector<plain_loops> all_loops() {
    std::vector<plain_loops> all;
    for (const auto loops : {loops_of_products, loops_of_factorizations, loops_of_stencils,
                             loops_of_tables, loops_of_vectors}) {
        const std::vector<plain_loops> more = loops();
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

} // namespace

const plain_loops &plain_loops_of(const std::string &id) {
    static const std::vector<plain_loops> all = all_loops();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const plain_loops &one) { return one.id == id; });
    if (found == all.end()) {
        throw std::runtime_error("there are no plain loops for " + id);
    }
    return *found;
}

} // namespace tiramisu::bench
