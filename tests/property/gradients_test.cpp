// Derivatives of random programs beside differences of their values.

#include <algorithm>
#include <deque>

#include <gtest/gtest.h>

#include "core/program/state.h"
#include "support/derivative_check.h"
#include "support/random_source.h"
#include "support/throws.h"
#include "tiramisu/gradient.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

constexpr int shards = 2;

/// An iterator and its greatest value; the least one is at least `least`.
struct counted {
    var it;
    int least, greatest;
};

/// A program of float64 whose accesses are affine: inputs, then computations that each read the one
/// before and others.
class smooth_program {
public:
    explicit smooth_program(random_source &random) : random_(random) {
        init("smooth");
        for (int number = random_.between(1, 3); number > 0; --number) {
            add_input();
        }
        for (int number = random_.between(1, 4); number > 0; --number) {
            add_computation();
        }
    }

    computation &last() { return computations_.back(); }
    std::vector<computation *> inputs() {
        std::vector<computation *> all;
        for (input &one : inputs_) {
            all.push_back(&one);
        }
        return all;
    }

private:
    struct readable {
        computation *what;
        std::vector<int> extents;
    };

    counted iterator(int least = 0) {
        const int greatest = least + random_.between(1, 3);
        return {var("i" + std::to_string(names_++), least, greatest + 1), least, greatest};
    }

    std::vector<counted> iterators(int lowest, int highest) {
        std::vector<counted> all;
        for (int left = random_.between(lowest, highest); left > 0; --left) {
            all.push_back(iterator());
        }
        return all;
    }

    static std::vector<var> vars(const std::vector<counted> &iterators) {
        std::vector<var> all;
        for (const counted &one : iterators) {
            all.push_back(one.it);
        }
        return all;
    }

    static std::vector<expr> exprs(const std::vector<counted> &iterators) {
        std::vector<expr> all;
        for (const counted &one : iterators) {
            all.push_back(one.it);
        }
        return all;
    }

    static std::vector<int> extents(const std::vector<counted> &iterators) {
        std::vector<int> all;
        for (const counted &one : iterators) {
            all.push_back(one.greatest + 1);
        }
        return all;
    }

    void add_input() {
        const std::vector<counted> dims = iterators(1, 3);
        inputs_.emplace_back("x" + std::to_string(names_++), vars(dims), p_float64);
        readable_.push_back({&inputs_.back(), extents(dims)});
    }

    /// An element of what there is, in a select() where it may lie outside.
    expr read(const readable &from, const std::vector<counted> &around) {
        std::vector<expr> index;
        expr inside;
        for (const int extent : from.extents) {
            int least = random_.between(-1, 1), greatest = least;
            expr at(least);
            for (int terms = random_.between(1, 2); terms > 0 && !around.empty(); --terms) {
                const counted &one = random_.one_of(around);
                const int factor = random_.one_of<int>({1, 1, 1, 2, -1});
                at = at + factor * one.it;
                least += factor < 0 ? -one.greatest : factor * one.least;
                greatest += factor < 0 ? -one.least : factor * one.greatest;
            }
            if (least < 0 || greatest >= extent) {
                const expr condition = at >= 0 && at < extent;
                inside = inside.is_defined() ? inside && condition : condition;
            }
            index.push_back(at);
        }
        const expr value = from.what->at(index);
        return inside.is_defined() ? select(inside, value, 0.25) : value;
    }

    expr any_read(const std::vector<counted> &around) {
        return read(random_.one_of(readable_), around);
    }

    expr term(const std::vector<counted> &around) {
        const expr latest = read(readable_.back(), around), other = any_read(around);
        switch (random_.between(0, 6)) {
        case 0: return latest * other;
        case 1: return tanh(latest + other);
        case 2: return latest - 0.5 * other;
        case 3: return sin(latest) * other;
        case 4: return latest / (1.5 + other * other);
        case 5: return exp(-latest * latest) + other;
        default: return sigmoid(latest) * any_read(around) + other;
        }
    }

    void declare(const std::vector<counted> &dims, const expr &value) {
        computations_.emplace_back("c" + std::to_string(names_++), vars(dims), value);
    }

    void add_computation() {
        std::vector<counted> dims = iterators(1, 3), all = dims;
        const expr value = term(dims);
        switch (random_.between(0, 6)) {
        case 0: declare(dims, value); break;
        case 1:
            for (int updates = random_.between(1, 2); updates > 0; --updates) {
                if (updates == 1 || all.size() == dims.size()) {
                    all.push_back(iterator());
                }
            }
            declare(dims, value);
            computations_.back().at(exprs(dims)) += term(all);
            break;
        case 2:
            declare(dims, value);
            all.push_back(iterator());
            computations_.back().at(exprs(dims)) *= 1.5 + 0.5 * tanh(term(all));
            break;
        case 3:
            declare(dims, any_read(dims));
            all.push_back(iterator());
            computations_.back().at(exprs(dims)).max_with(any_read(all));
            break;
        case 4: add_triangle(dims); break;
        case 5: add_part_set_anew(dims, value); break;
        default: add_steps(dims, value);
        }
        readable_.push_back({&computations_.back(), extents(dims)});
    }

    /// A sum over a triangle.
    void add_triangle(const std::vector<counted> &dims) {
        declare(dims, expr(0.0));
        const counted &outer = dims.front();
        const counted inner = {var("i" + std::to_string(names_++), outer.it, outer.greatest + 1), 0,
                               outer.greatest};
        std::vector<counted> all = dims;
        all.push_back(inner);
        computations_.back().at(exprs(dims)) += term(all);
    }

    void add_part_set_anew(const std::vector<counted> &dims, const expr &value) {
        declare(dims, value);
        std::vector<counted> part = dims;
        part.front() = {var("i" + std::to_string(names_++), 0, (dims.front().greatest + 2) / 2), 0,
                        dims.front().greatest / 2};
        std::vector<expr> target = exprs(part);
        target.front() = 2 * part.front().it;
        computations_.back().at(target) = term(part);
    }

    /// Each step of the first dimension is made of the one before.
    void add_steps(const std::vector<counted> &dims, const expr &value) {
        declare(dims, value);
        std::vector<counted> steps = dims;
        steps.front() = {var("i" + std::to_string(names_++), 1, dims.front().greatest + 1), 1,
                         dims.front().greatest};
        const auto before = [&](const std::vector<counted> &around) {
            std::vector<expr> index = {steps.front().it - 1};
            for (std::size_t dim = 1; dim < dims.size(); ++dim) {
                index.push_back(random_.chance(50)
                                    ? expr(steps[dim].it)
                                    : clamped(random_.one_of(around), dims[dim].greatest));
            }
            return computations_.back().at(index);
        };
        const std::vector<expr> target = exprs(steps);
        if (random_.chance(50)) {
            computations_.back().at(target) =
                tanh(before(steps)) + 0.5 * before(steps) * term(steps);
        } else {
            std::vector<counted> all = steps;
            all.push_back(iterator());
            const expr step = 0.5 * sin(before(all)) * any_read(all);
            computations_.back().at(target) +=
                random_.chance(50) ? step : step + 0.25 * before(all);
        }
    }

    static expr clamped(const counted &index, int greatest) {
        return clamp(expr(index.it), 0, greatest);
    }

    random_source &random_;
    int names_ = 0;
    std::deque<input> inputs_;
    std::deque<computation> computations_;
    std::vector<readable> readable_;
};

/// Those of `by` on which `of` depends.
std::vector<computation *> needed(const computation &of, const std::vector<computation *> &by) {
    std::vector<computation *> found;
    for (computation *one : by) {
        function copy = global::get_implicit_function()->clone("copy");
        const auto same = [&](const computation &what) {
            return computation(
                core::shared_with_owner(copy.state()->find_computation(what.get_name())));
        };
        computation input = same(*one);
        const auto refused = run_and_catch<user_error>([&] { gradient(copy, same(of), {&input}); });
        if (refused.text.find("does not depend") == std::string::npos) {
            found.push_back(one);
        }
    }
    return found;
}

/// False where nothing depends on an input.
bool compare(smooth_program &made, unsigned seed) {
    try {
        const std::vector<computation *> by = needed(made.last(), made.inputs());
        if (by.empty()) {
            return false;
        }
        std::vector<computation *> others;
        for (computation *input : made.inputs()) {
            if (std::find(by.begin(), by.end(), input) == by.end()) {
                others.push_back(input);
            }
        }
        EXPECT_TRUE(has_right_derivatives(made.last(), by, others, seed));
    } catch (const std::exception &error) {
        ADD_FAILURE() << error.what();
    }
    return true;
}

class Gradients : public ::testing::TestWithParam<int> {};

TEST_P(Gradients, AreWhatDifferencesSay) {
    const random_run run = random_run::from_environment(130000, 12);
    int compared = 0;
    for (int i = GetParam(); i < run.cases; i += shards) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(i);
        random_source random(seed);
        smooth_program made(random);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) + " TIRAMISU_CASES=1\n" +
                     global::get_implicit_function()->algorithm_text());
        compared += compare(made, static_cast<unsigned>(seed)) ? 1 : 0;
    }
    std::cout << "TIRAMISU_SEED=" << run.seed << " TIRAMISU_CASES=" << run.cases << ": " << compared
              << " programs compared\n";
}

INSTANTIATE_TEST_SUITE_P(Shard, Gradients, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
