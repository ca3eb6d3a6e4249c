#include "graph/model/declared_value.h"

#include <algorithm>

namespace tiramisu::graph {

value_declaration declared(const std::string &name, const tensor_type &type) {
    value_declaration made{name, type.elements, {}};
    for (const std::int64_t size : type.extents) {
        made.extents.push_back({size, ""});
    }
    return made;
}

bool has_known_sizes(const value_declaration &value) {
    return value.has_rank && std::all_of(value.extents.begin(), value.extents.end(),
                                         [](const extent &one) { return one.is_known(); });
}

tensor_type type_of(const value_declaration &value) {
    tensor_type type{value.elements, {}};
    for (const extent &one : value.extents) {
        type.extents.push_back(one.size);
    }
    return type;
}

const value_declaration *find(const std::vector<value_declaration> &all, const std::string &name) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const value_declaration &one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace tiramisu::graph
