#include "nn/kinds/chain_parts.h"

#include <algorithm>

namespace tiramisu::nn {

namespace {

using role = layer_argument::role;

tensor weights_of(const chain_part &part) {
    return {"weights", part.problem.weights_extents(), layout::nchw, part.problem.type};
}

std::string bias_of(const chain_part &part) {
    return "bias_" + part.name;
}

/// The first of the reasons that is one, with the part that has it where they are not all alike.
std::string first_reason(const std::vector<chain_part> &parts,
                         const std::vector<std::string> &reasons) {
    const auto found = std::find_if(reasons.begin(), reasons.end(),
                                    [](const std::string &one) { return !one.empty(); });
    if (found == reasons.end()) {
        return "";
    }
    const bool alike = std::count(reasons.begin(), reasons.end(), *found) ==
                       static_cast<std::ptrdiff_t>(reasons.size());
    const std::string &part = parts[static_cast<std::size_t>(found - reasons.begin())].name;
    return alike ? *found : (part == "shortcut" ? "" : "step ") + part + ": " + *found;
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
    int weights = 0;
    for (const chain_part &part : parts_of(problem)) {
        weights += static_cast<int>(weights_of(part).size());
        if (part.problem.bias) {
            all.push_back(
                {{bias_of(part), {part.problem.oc}, layout::nchw, accumulation_type(first.type)}});
        }
    }
    all.push_back({{"weights", {weights}, layout::nchw, first.type}, role::weights});
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

const_elements_list biases_of_parts(const std::string &layer, const conv2d_chain_problem &problem,
                                    const named_memory &memory) {
    std::vector<const_elements> each;
    for (const chain_part &part : parts_of(problem)) {
        const std::string name = bias_of(part);
        each.push_back(part.problem.bias ? memory.source(name) : const_elements());
        if (part.problem.bias && each.back().data() == nullptr) {
            throw user_error("layer \"" + layer + "\"", "prepare", name + " is null");
        }
    }
    return each;
}

std::string said_of_all(const std::vector<std::string> &of_parts) {
    if (std::equal(of_parts.begin() + 1, of_parts.end(), of_parts.begin())) {
        return of_parts.front();
    }
    std::string text;
    for (const std::string &one : of_parts) {
        text += (&one == &of_parts.front() ? "" : "+") + one;
    }
    return text;
}

std::vector<solver_verdict> verdicts_of_all(const std::vector<chain_part> &parts,
                                            const std::vector<std::vector<solver_verdict>> &each) {
    std::vector<solver_verdict> all;
    for (std::size_t solver = 0; solver < each.front().size(); solver++) {
        std::vector<std::string> reasons;
        for (const std::vector<solver_verdict> &of_part : each) {
            reasons.push_back(of_part[solver].why_not);
        }
        all.push_back({each.front()[solver].solver, first_reason(parts, reasons)});
    }
    return all;
}

std::vector<find_result> fastest_of_all(const std::vector<chain_part> &parts,
                                        const std::vector<std::vector<find_result>> &each) {
    find_result all;
    std::vector<std::string> solvers, configurations, reasons;
    for (const std::vector<find_result> &ranked : each) {
        if (ranked.empty()) {
            return {};
        }
        const perf_record &fastest = ranked.front().record;
        solvers.push_back(fastest.solver);
        configurations.push_back(fastest.configuration);
        reasons.push_back(ranked.front().why_not);
        all.record.milliseconds += fastest.milliseconds;
        all.record.error = std::max(all.record.error, fastest.error);
    }
    all.record.solver = said_of_all(solvers);
    all.record.configuration = said_of_all(configurations);
    all.why_not = first_reason(parts, reasons);
    return {all};
}

} // namespace tiramisu::nn
