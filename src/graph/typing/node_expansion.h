#pragma once

#include "graph/operators/expansion.h"
#include "graph/typing/typist.h"

namespace tiramisu::graph {

/// What a node becomes, which is typed at once.
class typist::node_expansion : public expansion {
public:
    node_expansion(typist &to, node_call of) : expansion(std::move(of)), to_(to) {}

    const tensor_type &type(const std::string &value) const override;
    const tensor *known(const std::string &value) const override {
        return to_.made_.constant(value);
    }
    const quantization *quantization_of(const std::string &value) const override {
        const auto found = to_.quantized_.find(value);
        return found == to_.quantized_.end() ? nullptr : &found->second;
    }
    void stands_for(const std::string &value, const quantization &of) override {
        to_.quantized_[value] = of;
    }
    const std::vector<std::string> *sequence(const std::string &value) const override {
        return to_.sequence(value);
    }

    std::vector<std::string> add_many(const std::string &op, const std::vector<std::string> &inputs,
                                      std::size_t outputs, const attributes &with) override;
    std::string constant(const tensor &values) override;
    void result(std::size_t output, const std::string &value) override;
    void result_sequence(std::size_t output, const std::vector<std::string> &values) override;
    std::vector<std::string> inside(const model &graph,
                                    const std::vector<std::string> &inputs) override;
    std::optional<std::vector<std::string>>
    inside_if_possible(const model &graph, const std::vector<std::string> &inputs,
                       const std::string &condition, std::string &why) override;

private:
    typist &to_;

    std::string fresh(const std::string &like) const;
};

} // namespace tiramisu::graph
