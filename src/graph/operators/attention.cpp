#include <cmath>
#include <limits>
#include <numeric>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"

// Attention, as ONNX defines it by other operators.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

constexpr double lowest = -static_cast<double>(std::numeric_limits<float>::max());

/// [batch, heads, length, size] of what may be [batch, length, heads * size].
std::string by_heads(expansion &to, std::size_t input, const std::string &attribute) {
    const shape extents = to.call.extents(input);
    const std::int64_t heads = to.call.integer(attribute, 0);
    if (extents.size() == 4) {
        return to.input(input);
    }
    if (extents.size() != 3 || heads < 1 || extents[2] % heads != 0) {
        throw refusal("input " + std::to_string(input + 1) + " is " + to_text(to.call.type(input)) +
                      ", must have 4 dimensions, or 3 of which " + attribute + ", " +
                      std::to_string(heads) + ", divides the last");
    }
    const std::string apart =
        to.reshaped(to.input(input), {extents[0], extents[1], heads, extents[2] / heads});
    return to.transposed(apart, {0, 2, 1, 3});
}

std::string behind_past(expansion &to, std::size_t past, const std::string &values) {
    return to.has(past) ? to.concatenated({to.input(past), values}, 2) : values;
}

/// Several queries' heads share one of keys and values.
std::string for_each_head(expansion &to, const std::string &x, std::int64_t heads) {
    const shape from = to.extents(x);
    if (from[1] == heads) {
        return x;
    }
    if (from[1] == 0 || heads % from[1] != 0) {
        throw refusal("has " + std::to_string(heads) + " heads of queries and " +
                      std::to_string(from[1]) + " of keys or values, which must divide them");
    }
    const std::string apart = to.reshaped(x, {from[0], from[1], 1, from[2], from[3]});
    const std::string all = to.add(
        "Expand", {apart, to.integers({from[0], from[1], heads / from[1], from[2], from[3]})});
    return to.reshaped(all, {from[0], heads, from[2], from[3]});
}

/// Which keys a query looks at, and what is added to its scores.
class attention_mask {
public:
    attention_mask(expansion &to, std::int64_t queries, std::int64_t keys)
        : to_(to), queries_(queries), keys_(keys) {
        take_given();
        take_positions();
    }

    std::string applied(std::string scores) const {
        if (!added_.empty()) {
            scores = to_.add("Add", {scores, added_});
        }
        return allowed_.empty() ? scores
                                : to_.add("Where", {allowed_, scores, to_.like(scores, lowest)});
    }

    /// A query that looks at no key takes none of the values.
    std::string without_others(const std::string &shares) const {
        return allowed_.empty() || sees_something()
                   ? shares
                   : to_.add("Where", {allowed_, shares, to_.like(shares, 0)});
    }

private:
    expansion &to_;
    std::int64_t queries_, keys_;
    std::string allowed_, added_;

    void allow(const std::string &where) {
        allowed_ = allowed_.empty() ? where : to_.add("And", {allowed_, where});
    }

    std::string row(std::int64_t count, const shape &extents) {
        list numbers(static_cast<std::size_t>(count));
        std::iota(numbers.begin(), numbers.end(), 0);
        return to_.reshaped(to_.integers(numbers), extents);
    }

    /// One that is shorter than the keys forbids the rest of them.
    void take_given() {
        if (!to_.has(3)) {
            return;
        }
        std::string given = to_.input(3);
        shape more = to_.extents(given);
        if (more.empty() || more.back() > keys_) {
            throw refusal("its mask is " + to_text(to_.type(given)) + " for " +
                          std::to_string(keys_) + " keys");
        }
        const primitive_t type = to_.type(given).elements;
        if (more.back() < keys_) {
            allow(to_.add("Less", {row(keys_, {1, keys_}), to_.integers({more.back()})}));
            more.back() = keys_ - more.back();
            const std::vector<double> none(static_cast<std::size_t>(count_of(more)), 0);
            given = to_.concatenated({given, to_.constant(tensor_of({type, more}, none))},
                                     static_cast<std::int64_t>(more.size()) - 1);
        }
        if (type == p_boolean) {
            allow(given);
            return;
        }
        added_ = given;
        allow(to_.add("Less", {to_.like(given, lowest), given})); // no infinity
    }

    void take_positions() {
        const bool is_causal = to_.call.integer("is_causal", 0) != 0;
        const std::int64_t left = to_.call.integer("left_window_size", -1),
                           right = to_.call.integer("right_window_size", -1);
        const std::string key = row(keys_, {1, keys_});
        if (to_.has(6)) {
            allow(to_.add("Less", {key, key_counts()}));
        }
        if (!is_causal && left < 0 && right < 0) {
            return;
        }
        const std::string query = to_.add("Add", {row(queries_, {queries_, 1}), first_position()});
        const auto apart = [&](std::int64_t by) {
            return to_.add("Add", {query, to_.integers({by})});
        };
        if (is_causal) {
            allow(to_.add("LessOrEqual", {key, query}));
        }
        if (left >= 0) {
            allow(to_.add("LessOrEqual", {apart(-left), key}));
        }
        if (right >= 0) {
            allow(to_.add("LessOrEqual", {key, apart(right)}));
        }
    }

    /// Of each image of the batch.
    std::string key_counts() {
        return to_.reshaped(to_.input(6), {count_of(to_.call.extents(6)), 1, 1, 1});
    }

    /// Of the first query, among the keys.
    std::string first_position() {
        if (to_.has(4)) {
            return to_.integers({to_.call.extents(4).at(2)});
        }
        return to_.has(6) ? to_.add("Sub", {key_counts(), to_.integers({queries_})})
                          : to_.integers({0});
    }

    bool sees_something() const {
        const tensor *known = to_.known(allowed_);
        if (known == nullptr || known->extents().empty() || known->extents().back() != keys_) {
            return false;
        }
        const list all = known->integers();
        for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(keys_)) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(i);
            if (std::accumulate(first, first + keys_, std::int64_t{0}) == 0) {
                return false;
            }
        }
        return true;
    }
};

void require_output_mode(const expansion &to, std::int64_t mode) {
    if (to.needs(3) && mode != 0 && mode != 1 && mode != 3) {
        throw refusal("attribute qk_matmul_output_mode is " + std::to_string(mode) +
                      ", supported are 0, 1 and 3");
    }
}

void attend(expansion &to) {
    const std::int64_t mode = to.call.integer("qk_matmul_output_mode", 0);
    require_output_mode(to, mode);
    if (to.has(4) != to.has(5)) {
        throw refusal("is given past keys or values, must be both");
    }
    const std::string query = by_heads(to, 0, "q_num_heads");
    const std::string keys = behind_past(to, 4, by_heads(to, 1, "kv_num_heads")),
                      values = behind_past(to, 5, by_heads(to, 2, "kv_num_heads"));
    const shape of_query = to.extents(query), of_keys = to.extents(keys);
    if (of_query[3] != of_keys[3] || of_keys[2] != to.extents(values)[2]) {
        throw refusal("its queries, keys and values are " + to_text(of_query) + ", " +
                      to_text(of_keys) + " and " + to_text(to.extents(values)) +
                      ", which do not go together");
    }
    to.result(1, keys);
    to.result(2, values);
    const double usual = 1 / std::sqrt(static_cast<double>(of_query[3]));
    const double scale =
        to.call.has("scale") ? static_cast<double>(to.call.real("scale", 1)) : usual;
    const std::string scaled = to.add("Mul", {query, to.like(query, scale)});
    std::string scores = to.add(
        "MatMul", {scaled, to.transposed(for_each_head(to, keys, of_query[1]), {0, 1, 3, 2})});
    const std::string raw = scores;
    const auto cap = static_cast<double>(to.call.real("softcap", 0));
    if (cap > 0) {
        const std::string bent =
            to.add("Tanh", {to.add("Mul", {scores, to.like(scores, 1 / cap)})});
        scores = to.add("Mul", {bent, to.like(scores, cap)});
    }
    const std::string capped = scores;
    const attention_mask mask(to, of_query[2], of_keys[2]);
    const std::string shares = mask.without_others(
        to.add("Softmax", {mask.applied(scores)}, {{"axis", std::int64_t{-1}}}));
    to.result(3, mode == 3 ? shares : mode == 1 ? capped : raw);
    std::string result = to.add("MatMul", {shares, for_each_head(to, values, of_query[1])});
    if (to.call.extents(0).size() == 3) {
        const shape by = to.extents(result);
        result = to.reshaped(to.transposed(result, {0, 2, 1, 3}), {by[0], by[2], by[1] * by[3]});
    }
    to.result(0, result);
}

} // namespace

void add_attention(operator_table &all) {
    all.add_expanded("Attention",
                     {"is_causal", "kv_num_heads", "left_window_size", "q_num_heads",
                      "qk_matmul_output_mode", "right_window_size", "scale", "softcap",
                      "softmax_precision"},
                     23, attend);
}

} // namespace tiramisu::graph
