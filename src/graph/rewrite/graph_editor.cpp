#include "graph/rewrite/graph_editor.h"

#include <algorithm>

#include "support/free_name.h"

namespace tiramisu::graph {

node_pointer graph_editor::only_for(const std::string &value) const {
    return maker_for(value, 1);
}

node_pointer graph_editor::maker_for(const std::string &value, int uses) const {
    const auto maker = makers_.find(value);
    const auto used = uses_.find(value);
    const bool is_so_often = used != uses_.end() && used->second == uses;
    return maker != makers_.end() && is_so_often ? maker->second : nullptr;
}

void graph_editor::remove(const node_pointer &one) {
    made_.nodes.erase(std::find(made_.nodes.begin(), made_.nodes.end(), one));
    for (const std::string &output : one->outputs) {
        makers_.erase(output);
    }
}

void graph_editor::add(const node_pointer &one) {
    made_.nodes.push_back(one);
    for (const std::string &output : one->outputs) {
        makers_[output] = one;
    }
}

std::string graph_editor::add_constant(const std::string &like, const tensor &values) {
    const std::string name = add_value(like, values.type());
    made_.constants[name] = values;
    uses_[name] = 1;
    return name;
}

std::string graph_editor::add_value(const std::string &like, const tensor_type &type) {
    const std::string name = fresh(like);
    made_.types[name] = type;
    uses_[name] = 1;
    return name;
}

std::string graph_editor::fresh(const std::string &like) const {
    return support::free_name(
        like, [&](const std::string &name) { return made_.types.count(name) != 0; }, 2);
}

} // namespace tiramisu::graph
