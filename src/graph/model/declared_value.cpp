#include "graph/model/declared_value.h"

namespace tiramisu::graph {

value_declaration declared(const std::string &name, const tensor_type &type) {
    value_declaration made{name, type.elements, {}};
    for (const std::int64_t size : type.extents) {
        made.extents.push_back({size, ""});
    }
    return made;
}

} // namespace tiramisu::graph
