#include "graph/model/problem_list.h"

namespace tiramisu::graph {

void problem_list::refuse_if_any(const std::string &subject, const std::string &call,
                                 source_place where) const {
    if (lines_.empty()) {
        return;
    }
    std::string text = lines_.size() == 1
                           ? "one thing is not supported, or wrong:"
                           : std::to_string(lines_.size()) + " things are not supported, or wrong:";
    for (const std::string &line : lines_) {
        text += "\n  " + line;
    }
    throw unsupported_error(subject, call, text, where);
}

} // namespace tiramisu::graph
