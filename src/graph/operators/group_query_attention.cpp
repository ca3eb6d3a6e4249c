#include <algorithm>
#include <numeric>

#include "graph/operators/operator.h"

// GroupQueryAttention of ONNX Runtime: the attention of decoders, whose keys and values lie in a
// memory that begins with what is past. How much of that counts may differ in a batch, and be known
// at run time only.

namespace tiramisu::graph {

namespace {

enum input_number : std::size_t {
    of_query,
    of_key,
    of_value,
    of_past_key,
    of_past_value,
    of_last_key,
    of_total,
    of_cosines,
    of_sines,
    of_positions,
    of_bias,
    of_sinks
};

void require_supported(const expansion &to) {
    for (std::size_t i = of_sinks; i < to.call.input_count(); i++) {
        if (to.has(i)) {
            throw refusal("input " + std::to_string(i + 1) +
                          " is given, supported are the first 11: no sinks, no quantized past");
        }
    }
    if (to.call.integer("smooth_softmax", 0) > 0) {
        throw refusal("attribute smooth_softmax is 1, supported is 0");
    }
    if (to.has(of_past_key) != to.has(of_past_value) || to.has(of_key) != to.has(of_value)) {
        throw refusal("is given keys or values, must be both");
    }
}

class grouped_attention {
public:
    explicit grouped_attention(expansion &to)
        : to_(to), heads_(to.call.integer("num_heads", 0)),
          shared_(to.call.integer("kv_num_heads", 0)), past_(0) {
        require_supported(to);
        const shape &x = to.call.extents(of_query);
        const std::int64_t beside = to.has(of_key) ? heads_ : heads_ + 2 * shared_;
        const bool are_heads = heads_ > 0 && shared_ > 0 && heads_ % shared_ == 0;
        if (x.size() != 3 || !are_heads || x[2] % beside != 0) {
            throw refusal("input is " + to_text(to.call.type(of_query)) + " for " +
                          std::to_string(heads_) + " heads of queries and " +
                          std::to_string(shared_) +
                          " of keys, must have 3 dimensions, of which "
                          "they divide the last");
        }
        batch_ = x[0];
        queries_ = x[1];
        size_ = x[2] / beside;
        past_ = past_length();
        const auto total = to.call.integers(of_total, "how many keys there are in all");
        if (total.size() != 1 || total[0] < queries_ || total[0] > past_ + queries_) {
            throw refusal("has " +
                          (total.size() == 1 ? std::to_string(total[0]) : "several numbers of") +
                          " keys in all, " + std::to_string(past_) + " of them past and " +
                          std::to_string(queries_) + " new");
        }
        keys_ = std::max(total[0], past_);
        // A first prompt has nothing past, however much memory there is.
        counted_ =
            total[0] == queries_
                ? to.constant({shape{batch_, 1}, std::vector<std::int64_t>(batch(), 0)})
                : to.add("Add", {to.reshaped(to.cast(to.input(of_last_key), p_int64), {batch_, 1}),
                                 to.integers({1 - queries_})});
        places_ = to.add("Add", {counted_, row(queries_)});
    }

    void write() {
        const auto of_heads = [&](std::size_t input, std::int64_t first, std::int64_t heads) {
            return to_.has(of_key) ? by_heads(to_.input(input), heads)
                                   : by_heads(to_.sliced(to_.input(of_query), 2, first * size_,
                                                         (first + heads) * size_),
                                              heads);
        };
        const std::string query = rotated(of_heads(of_query, 0, heads_));
        const std::string keys =
            behind_past(of_past_key, rotated(of_heads(of_key, heads_, shared_)));
        const std::string values =
            behind_past(of_past_value, of_heads(of_value, heads_ + shared_, shared_));
        expansion::attributes with = {{"softcap", to_.call.real("softcap", 0)}};
        if (to_.call.real("scale", 0) != 0) { // 0: the usual one
            with["scale"] = to_.call.real("scale", 0);
        }
        const std::string y = to_.add("Attention", {query, keys, values, mask()}, with);
        to_.result(
            0, to_.reshaped(to_.transposed(y, {0, 2, 1, 3}), {batch_, queries_, heads_ * size_}));
        to_.result(1, keys);
        to_.result(2, values);
    }

private:
    expansion &to_;
    std::int64_t heads_, shared_, past_;
    std::int64_t batch_ = 0, queries_ = 0, size_ = 0, keys_ = 0;
    std::string counted_; ///< of what is past, for each of the batch
    std::string places_;  ///< of queries, [batch, queries]

    std::int64_t past_length() const {
        if (!to_.has(of_past_key)) {
            return 0;
        }
        const shape &keys = to_.call.extents(of_past_key);
        if (keys.size() != 4 || keys != to_.call.extents(of_past_value) ||
            keys != shape{batch_, shared_, keys[2], size_}) {
            throw refusal("past keys and values are " + to_text(to_.call.type(of_past_key)) +
                          " and " + to_text(to_.call.type(of_past_value)) +
                          ", must both be of 4 dimensions: " + std::to_string(batch_) + ", " +
                          std::to_string(shared_) + ", length, " + std::to_string(size_));
        }
        return keys[2];
    }

    std::size_t batch() const { return static_cast<std::size_t>(batch_); }

    std::string row(std::int64_t count) const {
        std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
        std::iota(numbers.begin(), numbers.end(), 0);
        return to_.constant({shape{1, count}, std::move(numbers)});
    }

    std::string by_heads(const std::string &x, std::int64_t heads) const {
        return to_.transposed(to_.reshaped(x, {batch_, queries_, heads, size_}), {0, 2, 1, 3});
    }

    std::string rotated(const std::string &x) const {
        if (to_.call.integer("do_rotary", 0) == 0) {
            return x;
        }
        const shape &angles = to_.call.extents(of_cosines);
        if (angles.size() != 2) {
            throw refusal("its angles are " + to_text(angles) + ", must have 2 dimensions");
        }
        const std::string places = to_.has(of_positions) ? to_.input(of_positions) : places_;
        return to_.add("RotaryEmbedding", {x, to_.input(of_cosines), to_.input(of_sines), places},
                       {{"interleaved", to_.call.integer("rotary_interleaved", 0)},
                        {"rotary_embedding_dim", 2 * angles[1]}});
    }

    /// The memory after the call: what counts of the past, what is new, then what was there.
    std::string behind_past(std::size_t past, const std::string &added) const {
        if (past_ == 0) {
            return added;
        }
        const std::string both = to_.concatenated({to_.input(past), added}, 2);
        const std::string all = row(keys_), first_old = to_.integers({past_ - 1}),
                          behind = to_.add("Sub", {all, counted_});
        const std::string old = to_.add("Min", {all, first_old});
        const std::string is_new =
            to_.add("And", {to_.add("GreaterOrEqual", {behind, to_.integers({0})}),
                            to_.add("Less", {behind, to_.integers({queries_})})});
        const std::string from =
            to_.add("Where", {is_new, to_.add("Add", {behind, to_.integers({past_})}), old});
        const std::string of_each =
            to_.add("Expand", {to_.reshaped(from, {batch_, 1, keys_, 1}),
                               to_.integers({batch_, shared_, keys_, size_})});
        return to_.add("GatherElements", {both, of_each}, {{"axis", std::int64_t{2}}});
    }

    /// A query sees itself and what is before it, at most so far back.
    std::string mask() const {
        const std::string key = to_.reshaped(row(keys_), {1, 1, 1, keys_}),
                          place = to_.reshaped(places_, {batch_, 1, queries_, 1});
        std::string seen = to_.add("LessOrEqual", {key, place});
        const std::int64_t window = to_.call.integer("local_window_size", -1);
        if (window > 0) {
            const std::string last = to_.add("Sub", {place, to_.integers({window})});
            seen = to_.add("And", {seen, to_.add("Greater", {key, last})});
        }
        if (!to_.has(of_bias)) {
            return seen;
        }
        const std::string bias = to_.input(of_bias);
        return to_.add("Where", {seen, bias, to_.like(bias, -3.4028234663852886e38)});
    }
};

} // namespace

void add_group_query_attention(operator_table &all) {
    all.add_expanded("com.microsoft.GroupQueryAttention",
                     {"do_rotary", "kv_num_heads", "local_window_size", "num_heads",
                      "rotary_interleaved", "scale", "smooth_softmax", "softcap"},
                     1, [](expansion &to) { grouped_attention(to).write(); });
}

} // namespace tiramisu::graph
