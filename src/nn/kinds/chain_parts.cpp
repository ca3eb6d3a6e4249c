#include "nn/kinds/chain_parts.h"

#include <limits>

namespace tiramisu::nn {

namespace {

using role = layer_argument::role;

tensor weights_of(const chain_part &part) {
    return {"weights", part.problem.weights_extents(), layout::nchw, part.problem.type};
}

std::string bias_of(const chain_part &part) {
    return "bias_" + part.name;
}

/// Of all parts together.
tensor all_weights_of(const conv2d_chain_problem &problem) {
    std::size_t count = 0;
    for (const chain_part &part : parts_of(problem)) {
        count += weights_of(part).size();
    }
    const auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (count > most) {
        throw user_error("layer \"" + problem.text() + "\"", "weights",
                         "are " + std::to_string(count) + " of all convolutions, may be " +
                             std::to_string(most) + "; make several chains of it");
    }
    return {"weights", {static_cast<int>(count)}, layout::nchw, problem.steps.front().type};
}

} // namespace

std::vector<chain_part> parts_of(const conv2d_chain_problem &problem) {
    std::vector<chain_part> parts;
    for (const conv2d_problem &step : problem.steps) {
        parts.push_back({std::to_string(parts.size() + 1), step});
    }
    if (problem.shortcut) {
        parts.push_back({"shortcut", *problem.shortcut});
    }
    return parts;
}

std::vector<layer_argument> chain_arguments(const conv2d_chain_problem &problem,
                                            const conv2d_layouts &layouts) {
    const conv2d_problem &first = problem.steps.front(), &last = problem.steps.back();
    std::vector<layer_argument> all = {
        {problem.resizing ? problem.resizing->sources().front()
                          : tensor{"src", first.src_extents(), layouts.src, first.type},
         role::source}};
    for (const chain_part &part : parts_of(problem)) {
        if (part.problem.bias) {
            all.push_back(
                {{bias_of(part), {part.problem.oc}, layout::nchw, first.types().arithmetic()}});
        }
    }
    all.push_back({all_weights_of(problem), role::weights});
    all.push_back({{"dst", last.dst_extents(), layouts.dst, last.type}, role::result});
    return all;
}

const_elements_list weights_of_parts(const conv2d_chain_problem &problem, const_elements all) {
    std::vector<const_elements> each;
    const auto *next = static_cast<const std::byte *>(all.data());
    for (const chain_part &part : parts_of(problem)) {
        each.emplace_back(static_cast<const void *>(next), all.type());
        next += weights_of(part).bytes();
    }
    return each;
}

const_elements_list biases_of_parts(const conv2d_chain_problem &problem,
                                    const named_memory &memory) {
    std::vector<const_elements> each;
    for (const chain_part &part : parts_of(problem)) {
        const std::string name = bias_of(part);
        each.push_back(part.problem.bias ? memory.source(name) : const_elements());
        if (part.problem.bias && each.back().data() == nullptr) {
            throw user_error("layer \"" + problem.text() + "\"", "prepare", name + " is null",
                             memory.where());
        }
    }
    return each;
}

} // namespace tiramisu::nn
