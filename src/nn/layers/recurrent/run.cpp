#include "nn/layers/recurrent/run.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "nn/framework/program/kernel.h"

namespace tiramisu::nn {

namespace {

void require_in_range(int given, int largest, const std::string &what, const std::string &name,
                      const call_checks &checks) {
    if (given < 0 || given > largest) {
        checks.refuse(what, " is " + std::to_string(given) + ", must be from 0 to " + name + " = " +
                                std::to_string(largest));
    }
}

void pass_on(const_elements first, elements last, std::size_t count) {
    const std::size_t bytes = count * bytes_of(last.type());
    if (last.data() == nullptr || bytes == 0) {
        return;
    }
    if (first.data() == nullptr) {
        std::memset(last.data(), 0, bytes);
    } else {
        std::memcpy(last.data(), first.data(), bytes);
    }
}

/// Memory that may be left out.
void require_type(const_elements given, element_type type, const std::string &name,
                  const call_checks &checks) {
    checks.require(given, type, given.data() != nullptr, name);
}

} // namespace

recurrent_run::recurrent_run(const recurrent_problem &problem, const recurrent_data &data,
                             const call_checks &checks)
    : problem_(problem), data_(data), steps_(data.steps.value_or(problem.t)) {
    set_lengths(checks);
    require_type(data.first_hidden, problem.type, "first_hidden", checks);
    require_type(data.first_cell, problem.type, "first_cell", checks);
    require_type(data.last_hidden, problem.type, "last_hidden", checks);
    require_type(data.last_cell, problem.type, "last_cell", checks);
    if (!has_steps()) {
        return;
    }
    checks.require(data.src, problem.type, true, "src");
    checks.require(data.dst, problem.type, true, "dst");
    if (!problem.has_cell_state()) {
        checks.require(data.first_cell.data(), false, "first_cell");
        checks.require(data.last_cell.data(), false, "last_cell");
    }
}

void recurrent_run::set_lengths(const call_checks &checks) {
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
    const std::size_t size = bytes_of(p.type);
    const std::size_t count = p.state_count() * size, cell_count = p.cell_state_count() * size;
    const std::vector<std::int64_t> hidden = {p.pseudo_layers(), p.mb, p.dic()};
    const std::vector<std::int64_t> cells = {p.pseudo_layers(), p.mb, p.hc};
    const auto first = [&](const_elements given, const std::vector<std::int64_t> &extents) {
        if (given.data() == nullptr) {
            zeros_.resize(std::max(count, cell_count));
            given = {static_cast<const void *>(zeros_.data()), p.type};
        }
        return as_argument(given, extents);
    };
    const auto last = [&](elements given, std::size_t place,
                          const std::vector<std::int64_t> &extents) {
        if (given.data() == nullptr) {
            unwanted_.resize(count + cell_count);
            given = {static_cast<void *>(unwanted_.data() + place), p.type};
        }
        return as_argument(given, extents);
    };
    std::vector<jit_argument> list = {as_argument(data_.src, {steps_, p.mb, p.ic})};
    list.insert(list.end(), weights.begin(), weights.end());
    list.push_back(first(data_.first_hidden, hidden));
    if (p.has_cell_state()) {
        list.push_back(first(data_.first_cell, cells));
    }
    if (p.lengths) {
        list.emplace_back(lengths_.data(), std::vector<std::int64_t>{p.mb});
    }
    list.push_back(as_argument(data_.dst, {steps_, p.mb, p.dlc()}));
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
    const element_type type = problem_.type;
    std::vector<run_argument> all = {{"src", role::source, type}};
    all.insert(all.end(), of_weights, {"weights", role::fixed, type});
    all.push_back({"first_hidden", role::source, type});
    if (problem_.has_cell_state()) {
        all.push_back({"first_cell", role::source, type});
    }
    if (problem_.lengths) {
        all.push_back({"lengths", role::fixed, element_type::s32});
    }
    all.push_back({"dst", role::result, type});
    all.push_back({"last_hidden", role::result, type});
    if (problem_.has_cell_state()) {
        all.push_back({"last_cell", role::result, type});
    }
    return all;
}

invocation passing_states_on(const std::shared_ptr<const recurrent_run> &run,
                             const call_checks &checks) {
    return invocation({{}, {}, checks, [run] { run->pass_states_on(); }});
}

} // namespace tiramisu::nn
