#pragma once

#include <string>
#include <vector>

#include "tiramisu/error.h"

namespace tiramisu::graph {

/// What is wrong with a network, collected so that one error tells all of it.
class problem_list {
public:
    /// "node "conv1" (Conv)", "attribute pads is ..."
    void add(const std::string &subject, const std::string &problem) {
        lines_.push_back(subject + ": " + problem);
    }
    bool empty() const { return lines_.empty(); }
    std::size_t count() const { return lines_.size(); }
    const std::string &operator[](std::size_t i) const { return lines_[i]; }
    void keep_first(std::size_t count) { lines_.resize(count); }

    /// Throws unsupported_error if there is something in the list.
    void refuse_if_any(const std::string &subject, const std::string &call,
                       source_place where) const;

private:
    std::vector<std::string> lines_;
};

} // namespace tiramisu::graph
