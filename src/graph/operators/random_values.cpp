#include <cmath>
#include <cstdint>
#include <random>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "support/fnv_hash.h"

// RandomNormal, RandomUniform and the like: noise that a network draws by itself. It is drawn once,
// while compiling: a network that is compiled gives the same for the same inputs.

namespace tiramisu::graph {

namespace {

constexpr double turn = 6.283185307179586;
constexpr std::int64_t most_values = std::int64_t{1} << 24; ///< which are constants of the network

using drawing = double (*)(const node_call &, std::mt19937_64 &);

/// From 0 to below 1, the same wherever it is computed, as std's distributions are not.
double uniform_number(std::mt19937_64 &from) {
    return static_cast<double>(from() >> 11) / static_cast<double>(std::uint64_t{1} << 53);
}

/// Box, Muller: A Note on the Generation of Random Normal Deviates (1958).
double normal_number(const node_call &call, std::mt19937_64 &from) {
    const double far = std::sqrt(-2 * std::log(1 - uniform_number(from)));
    const double unit = far * std::cos(turn * uniform_number(from));
    return static_cast<double>(call.real("mean", 0)) +
           static_cast<double>(call.real("scale", 1)) * unit;
}

double number_between(const node_call &call, std::mt19937_64 &from) {
    const double low = static_cast<double>(call.real("low", 0)),
                 high = static_cast<double>(call.real("high", 1));
    return low + (high - low) * uniform_number(from);
}

/// Of the attribute `seed`; without one, of the value's name, so that values differ.
std::uint64_t seed_of(const node_call &call) {
    if (call.has("seed")) {
        return static_cast<std::uint64_t>(std::llround(static_cast<double>(call.real("seed", 0))));
    }
    return support::fnv_hash_of(call.what().outputs.front()).value();
}

tensor_type drawn_type(const node_call &call, bool is_like) {
    tensor_type made = is_like ? call.type(0) : tensor_type{p_float32, call.integers("shape", {})};
    if (call.has("dtype")) {
        made.elements = type_of_number(call.integer("dtype", 1));
    }
    if (!is_float(made.elements)) {
        throw refusal("makes elements of " + to_string(made.elements) +
                      ", must be floats; attribute dtype says which");
    }
    if (count_of(made.extents) > most_values) {
        throw refusal("draws " + to_text(made) + ", supported are up to " +
                      std::to_string(most_values) + " elements");
    }
    return made;
}

void add(operator_table &all, const std::string &name, const std::vector<std::string> &attributes,
         drawing draw) {
    for (const bool is_like : {false, true}) {
        std::vector<std::string> known = attributes;
        known.insert(known.end(), {"dtype", "seed"});
        if (!is_like) {
            known.emplace_back("shape");
        }
        all.add_expanded(name + (is_like ? "Like" : ""), known, 1, [=](expansion &to) {
            const tensor_type type = drawn_type(to.call, is_like);
            std::mt19937_64 from(seed_of(to.call));
            std::vector<double> values;
            for (std::int64_t i = 0; i < count_of(type.extents); i++) {
                values.push_back(draw(to.call, from));
            }
            to.result(0, to.constant(tensor_of(type, values)));
        });
    }
}

} // namespace

void add_random_values(operator_table &all) {
    add(all, "RandomNormal", {"mean", "scale"}, normal_number);
    add(all, "RandomUniform", {"low", "high"}, number_between);
}

} // namespace tiramisu::graph
