#include "nn/layers/recurrent/run.h"

#include <algorithm>
#include <string>

namespace tiramisu::nn {

namespace {

void require_in_range(int given, int largest, const std::string &what, const std::string &name,
                      const argument_checks &checks) {
    if (given < 0 || given > largest) {
        checks.refuse(what, " is " + std::to_string(given) + ", must be from 0 to " + name + " = " +
                                std::to_string(largest));
    }
}

void pass_on(const float *first, float *last, std::size_t count) {
    if (last == nullptr) {
        return;
    }
    if (first == nullptr) {
        std::fill(last, last + count, 0.0f);
    } else {
        std::copy(first, first + count, last);
    }
}

} // namespace

recurrent_run::recurrent_run(const recurrent_problem &problem, const recurrent_data &data,
                             const argument_checks &checks)
    : problem_(problem), data_(data), steps_(data.steps.value_or(problem.t)) {
    set_lengths(checks);
    if (!has_steps()) {
        return;
    }
    checks.require(data.src, true, "src");
    checks.require(data.dst, true, "dst");
    if (!problem.has_cell_state()) {
        checks.require(data.first_cell, false, "first_cell");
        checks.require(data.last_cell, false, "last_cell");
    }
}

void recurrent_run::set_lengths(const argument_checks &checks) {
    if (!problem_.lengths) {
        if (data_.steps || data_.lengths != nullptr) {
            checks.refuse(data_.steps ? "steps" : "lengths",
                          " is given, but the problem has t steps in every run; make it with "
                          "lengths=1");
        }
        return;
    }
    require_in_range(steps_, problem_.t, "steps", "t", checks);
    lengths_.assign(static_cast<std::size_t>(problem_.mb), steps_);
    if (data_.lengths != nullptr) {
        std::copy(data_.lengths, data_.lengths + problem_.mb, lengths_.begin());
    }
    for (std::size_t n = 0; n < lengths_.size(); n++) {
        require_in_range(lengths_[n], steps_, "lengths[" + std::to_string(n) + "]", "steps",
                         checks);
    }
}

void recurrent_run::pass_states_on() const {
    pass_on(data_.first_hidden, data_.last_hidden, problem_.state_count());
    pass_on(data_.first_cell, data_.last_cell, problem_.cell_state_count());
}

std::vector<jit_argument> recurrent_run::arguments(const std::vector<jit_argument> &weights,
                                                   const std::vector<jit_argument> &scalars) {
    const recurrent_problem &p = problem_;
    const std::size_t count = p.state_count(), cell_count = p.cell_state_count();
    const std::vector<std::int64_t> hidden = {p.pseudo_layers(), p.mb, p.dic()};
    const std::vector<std::int64_t> cells = {p.pseudo_layers(), p.mb, p.hc};
    const auto first = [&](const float *given, const std::vector<std::int64_t> &extents) {
        if (given == nullptr) {
            zeros_.resize(std::max(count, cell_count));
        }
        return jit_argument(given == nullptr ? zeros_.data() : given, extents);
    };
    const auto last = [&](float *given, std::size_t place,
                          const std::vector<std::int64_t> &extents) {
        if (given == nullptr) {
            unwanted_.resize(count + cell_count);
        }
        return jit_argument(given == nullptr ? unwanted_.data() + place : given, extents);
    };
    std::vector<jit_argument> list = {jit_argument(data_.src, {steps_, p.mb, p.ic})};
    list.insert(list.end(), weights.begin(), weights.end());
    list.push_back(first(data_.first_hidden, hidden));
    if (p.has_cell_state()) {
        list.push_back(first(data_.first_cell, cells));
    }
    if (p.lengths) {
        list.emplace_back(lengths_.data(), std::vector<std::int64_t>{p.mb});
    }
    list.emplace_back(data_.dst, std::vector<std::int64_t>{steps_, p.mb, p.dlc()});
    list.push_back(last(data_.last_hidden, 0, hidden));
    if (p.has_cell_state()) {
        list.push_back(last(data_.last_cell, count, cells));
    }
    list.insert(list.end(), scalars.begin(), scalars.end());
    if (p.lengths) {
        list.emplace_back(std::int32_t{steps_});
    }
    return list;
}

std::vector<run_argument> recurrent_run::names(std::size_t of_weights) const {
    using role = run_argument::role;
    std::vector<run_argument> all = {{"src"}};
    all.insert(all.end(), of_weights, {"weights", role::fixed});
    all.push_back({"first_hidden"});
    if (problem_.has_cell_state()) {
        all.push_back({"first_cell"});
    }
    if (problem_.lengths) {
        all.push_back({"lengths", role::fixed});
    }
    all.push_back({"dst", role::result});
    all.push_back({"last_hidden", role::result});
    if (problem_.has_cell_state()) {
        all.push_back({"last_cell", role::result});
    }
    return all;
}

invocation passing_states_on(const std::shared_ptr<const recurrent_run> &run,
                             const argument_checks &checks) {
    return invocation({{}, {}, checks, [run] { run->pass_states_on(); }});
}

} // namespace tiramisu::nn
