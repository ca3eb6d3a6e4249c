#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/graph/network.h"

namespace tiramisu::nn {

/// A network some of whose sizes follow from values that it computes: how many boxes
/// NonMaxSuppression keeps, how long a sequence becomes, how often a Loop runs. It runs in stages:
/// what needs no such value, compiled; nodes whose sizes follow from values, by their definitions;
/// then what comes after them, with sizes that are known now. A Loop that values end runs round by
/// round, its body being a network of its own. Later stages whose tensors are small are computed by
/// the definitions of their operators, which takes less time than to compile them. Several threads
/// may run one at once.
class staged_network {
public:
    using tensors = std::map<std::string, graph::tensor>;

    /// `how.input_values` are values that are known already; sizes are those of a call. Throws
    /// io_error if the file cannot be read or is damaged. Nothing is compiled.
    explicit staged_network(const std::string &path, const network_options &how = {},
                            source_place where = source_place::current());
    explicit staged_network(const graph::model &model, const network_options &how = {},
                            source_place where = source_place::current());
    ~staged_network();
    staged_network(staged_network &&) noexcept;
    staged_network &operator=(staged_network &&) noexcept;

    /// With symbols where sizes are open.
    const std::vector<graph::value_declaration> &inputs() const;

    /// The outputs for these inputs, whose sizes may differ from call to call. `stages`, if given,
    /// is told what the call goes through, a line a stage: `42 nodes, compiled; then by values:
    /// node "keep" (NonMaxSuppression)`. Throws user_error if an input is missing or does not fit;
    /// as network() where a stage is not supported.
    tensors run(const tensors &inputs, std::vector<std::string> *stages = nullptr,
                source_place where = source_place::current()) const;

private:
    friend class loop_rounds;
    struct stage;
    std::unique_ptr<graph::model> model_;
    network_options how_;
    std::unique_ptr<stage> start_;
    bool is_body_ = false; ///< of a Loop, which may have few rounds

    static staged_network of_rounds(const graph::model &body, const network_options &how,
                                    source_place where);
};

} // namespace tiramisu::nn
