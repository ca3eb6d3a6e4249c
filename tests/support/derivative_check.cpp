#include "support/derivative_check.h"

#include <cmath>
#include <deque>
#include <iomanip>
#include <random>

#include "core/derivative/input_elements.h"
#include "core/program/state.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "tiramisu/gradient.h"

namespace tiramisu::oracle {

namespace {

/// Memory of one argument.
struct argument {
    buffer memory;
    std::vector<std::int64_t> extents;
    std::vector<double> values;

    jit_argument passed() { return {values.data(), extents}; }
};

/// Arguments in the order in which they are made.
class arguments {
public:
    argument &add(computation &what, const isl::set &elements, argument_t role) {
        std::vector<expr> sizes;
        std::vector<std::int64_t> extents;
        std::int64_t count = 1;
        for (int dim = 0; dim < poly::set_dims(elements); ++dim) {
            const long size =
                poly::pieces_of(poly::greatest_of_dim(elements, dim)).front().constant + 1;
            sizes.emplace_back(static_cast<int>(size));
            extents.push_back(size);
            count *= size;
        }
        if (sizes.empty()) {
            sizes.emplace_back(1);
            extents.push_back(1);
        }
        all_.push_back({buffer(what.get_name() + "_mem", sizes, p_float64, role), extents,
                        std::vector<double>(static_cast<std::size_t>(count))});
        if (what.state()->base->iterators.empty()) {
            what.store_in(&all_.back().memory, {expr(0)});
        } else {
            what.store_in(&all_.back().memory);
        }
        return all_.back();
    }

    void compile() {
        std::vector<buffer *> memory;
        for (argument &one : all_) {
            memory.push_back(&one.memory);
        }
        code_ = global::get_implicit_function()->compile(memory);
    }

    void run() {
        std::vector<jit_argument> passed;
        for (argument &one : all_) {
            passed.push_back(one.passed());
        }
        if (code_(passed) != 0) {
            throw std::runtime_error(compiled_function::error_text());
        }
    }

private:
    std::deque<argument> all_;
    compiled_function code_;
};

void fill(argument &what, std::mt19937 &random) {
    std::uniform_real_distribution<double> number(-1, 1);
    for (double &value : what.values) {
        value = number(random);
    }
}

isl::set elements_of(const computation &what) {
    const core::computation_state &state = *what.state()->base;
    return state.is_input() ? core::input_elements(state, {}) : state.domain;
}

} // namespace

::testing::AssertionResult has_right_derivatives(computation &of,
                                                 const std::vector<computation *> &by,
                                                 const std::vector<computation *> &others,
                                                 unsigned seed) {
    std::mt19937 random(seed);
    adjoints made = gradient(*global::get_implicit_function(), of, by);
    arguments all;
    std::vector<argument *> inputs, adjoint_arguments;
    for (computation *input : by) {
        inputs.push_back(&all.add(*input, elements_of(*input), a_input));
        fill(*inputs.back(), random);
    }
    for (computation *other : others) {
        fill(all.add(*other, elements_of(*other), a_input), random);
    }
    argument &value = all.add(of, elements_of(of), a_output);
    argument *weights = nullptr;
    if (!of.state()->base->iterators.empty()) {
        computation weight = made.seed();
        weights = &all.add(weight, elements_of(of), a_input);
        fill(*weights, random);
    }
    for (const computation *input : by) {
        computation adjoint = made.by(*input);
        adjoint_arguments.push_back(&all.add(adjoint, elements_of(*input), a_output));
    }
    all.compile();
    all.run();
    std::vector<std::vector<double>> derivatives;
    for (const argument *adjoint : adjoint_arguments) {
        derivatives.push_back(adjoint->values);
    }
    const auto weighted = [&] {
        all.run();
        double sum = 0;
        for (std::size_t at = 0; at < value.values.size(); ++at) {
            sum += value.values[at] * (weights == nullptr ? 1 : weights->values[at]);
        }
        return sum;
    };
    for (std::size_t which = 0; which < by.size(); ++which) {
        const std::vector<double> &found = derivatives[which];
        std::vector<double> &x = inputs[which]->values;
        for (std::size_t at = 0; at < x.size(); ++at) {
            const double here = x[at], step = 1e-5;
            x[at] = here + step;
            const double above = weighted();
            x[at] = here - step;
            const double below = weighted();
            x[at] = here;
            const double expected = (above - below) / (2 * step);
            if (!(std::abs(found[at] - expected) <= 1e-6 * (1 + std::abs(expected)))) {
                return ::testing::AssertionFailure()
                       << "by element " << at << " of \"" << by[which]->get_name()
                       << "\": " << std::setprecision(17) << found[at] << ", differences say "
                       << expected << "\n"
                       << global::get_implicit_function()->algorithm_text();
            }
        }
    }
    return ::testing::AssertionSuccess();
}

} // namespace tiramisu::oracle
