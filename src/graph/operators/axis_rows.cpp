#include "graph/operators/axis_rows.h"

namespace tiramisu::graph {

axis_rows rows_along(const shape &extents, std::size_t axis) {
    const auto middle = extents.begin() + static_cast<std::ptrdiff_t>(axis);
    return {count_of({extents.begin(), middle}), extents[axis],
            count_of({middle + 1, extents.end()})};
}

std::string axis_rows::text(const std::string &what, primitive_t type) const {
    return what + " of " + to_string(type) + " " + to_text(extents());
}

void require_numbers_along(const node_call &call) {
    if (call.type(0).elements == p_boolean) {
        throw refusal("input is " + to_text(call.type(0)) + ", must be of numbers");
    }
}

step rows_step(const lowering &of, const std::string &text, const std::vector<std::string> &outputs,
               std::function<nn::program(const std::string &)> write) {
    step made;
    made.text = text;
    made.arguments = {{"src", {of.input(0)}}};
    for (std::size_t i = 0; i < outputs.size(); i++) {
        made.arguments.push_back({outputs[i], {of.output(i)}, true});
    }
    made.write = std::move(write);
    return made;
}

} // namespace tiramisu::graph
