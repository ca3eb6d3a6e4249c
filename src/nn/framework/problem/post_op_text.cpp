#include "nn/framework/problem/post_op_text.h"

#include <cmath>
#include <functional>

#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/overloaded.h"
#include "nn/framework/problem/split.h"
#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

using pool_kind = post::pool::kind;
using parts = std::vector<std::string>;

std::string pool_name(pool_kind what) {
    switch (what) {
    case pool_kind::max: return "max_pool";
    case pool_kind::average_with_padding: return "avg_pool_padded";
    case pool_kind::average_without_padding: return "avg_pool";
    }
    return {};
}

bool is_known(pool_kind what) {
    return !pool_name(what).empty();
}

std::string one_text(const post_op &one) {
    return std::visit(
        overloaded{
            [](const post::relu &) -> std::string { return "relu"; },
            [](const post::leaky_relu &op) { return "leaky_relu:" + shortest(op.slope); },
            [](const post::clip &op) {
                return "clip:" + shortest(op.low) + ":" + shortest(op.high);
            },
            [](const post::sigmoid &) -> std::string { return "sigmoid"; },
            [](const post::tanh &) -> std::string { return "tanh"; },
            [](const post::swish &) -> std::string { return "swish"; },
            [](const post::hard_swish &) -> std::string { return "hard_swish"; },
            [](const post::residual_add &) -> std::string { return "residual_add"; },
            [](const post::pool &op) {
                return pool_name(op.what) + ":" + size_text(op.kh, op.kw) + ":" +
                       size_text(op.sh, op.sw) + ":" + size_text(op.ph, op.pw);
            },
        },
        one);
}

bool read_pair(const std::string &text, int &rows, int &columns) {
    const parts both = split(text, 'x');
    return both.size() == 2 && read_number(both[0], rows) && read_number(both[1], columns);
}

bool read_parameters(post::leaky_relu &op, const parts &given) {
    return given.size() == 1 && read_number(given[0], op.slope);
}

bool read_parameters(post::clip &op, const parts &given) {
    return given.size() == 2 && read_number(given[0], op.low) && read_number(given[1], op.high);
}

bool read_parameters(post::pool &op, const parts &given) {
    return given.size() == 3 && read_pair(given[0], op.kh, op.kw) &&
           read_pair(given[1], op.sh, op.sw) && read_pair(given[2], op.ph, op.pw);
}

template <typename Op>
bool read_parameters(Op &, const parts &given) {
    return given.empty();
}

bool has_meaning(const post::leaky_relu &op) {
    return std::isfinite(op.slope);
}

bool has_meaning(const post::clip &op) {
    return std::isfinite(op.low) && std::isfinite(op.high) && op.low <= op.high;
}

bool has_meaning(const post::pool &op) {
    constexpr int largest = 1 << 24; // as of the sizes of problems
    const auto fits = [](int window, int stride, int padding) {
        return window >= 1 && window <= largest && stride >= 1 && stride <= largest &&
               padding >= 0 && padding < window;
    };
    return is_known(op.what) && fits(op.kh, op.sh, op.ph) && fits(op.kw, op.sw, op.pw);
}

template <typename Op>
bool has_meaning(const Op &) {
    return true;
}

const std::string rule = "with finite numbers in order, windows and strides from 1 to 2^24 and "
                         "padding smaller than the window";

struct form {
    std::string name, written;
    post_op start;
};

const std::vector<form> &forms() {
    static const std::string &window = support::immortal<std::string>(":KHxKW:SHxSW:PHxPW");
    static const std::vector<form> &all = support::immortal<std::vector<form>>({
        {"relu", "relu", post::relu{}},
        {"leaky_relu", "leaky_relu:SLOPE", post::leaky_relu{}},
        {"clip", "clip:LOW:HIGH", post::clip{}},
        {"sigmoid", "sigmoid", post::sigmoid{}},
        {"tanh", "tanh", post::tanh{}},
        {"swish", "swish", post::swish{}},
        {"hard_swish", "hard_swish", post::hard_swish{}},
        {"residual_add", "residual_add", post::residual_add{}},
        {"max_pool", "max_pool" + window, post::pool{pool_kind::max}},
        {"avg_pool", "avg_pool" + window, post::pool{pool_kind::average_without_padding}},
        {"avg_pool_padded", "avg_pool_padded" + window,
         post::pool{pool_kind::average_with_padding}},
    });
    return all;
}

const form &form_called(const std::string &name, const problem_words &words,
                        const std::string &key) {
    std::string known;
    for (const form &candidate : forms()) {
        if (candidate.name == name) {
            return candidate;
        }
        known += (known.empty() ? "" : ", ") + candidate.name;
    }
    words.refuse(key, "\"" + name + "\" is no post-op; there are " + known);
}

} // namespace

std::string post_ops_text(const std::vector<post_op> &post_ops) {
    std::string text;
    for (const post_op &one : post_ops) {
        text += (text.empty() ? "" : "+") + one_text(one);
    }
    return text;
}

std::vector<post_op> parse_post_ops(const std::string &text, const problem_words &words,
                                    const std::string &key) {
    std::vector<post_op> post_ops;
    for (const std::string &one : split(text, '+')) {
        parts given = split(one, ':');
        const std::string name = given.front();
        given.erase(given.begin());
        const form &found = form_called(name, words, key);
        post_op op = found.start;
        const bool is_read = std::visit(
            [&](auto &read) { return read_parameters(read, given) && has_meaning(read); }, op);
        if (!is_read) {
            words.refuse(key, "\"" + one + "\" is not of the form " + found.written + " " + rule);
        }
        post_ops.push_back(op);
    }
    return post_ops;
}

void check_post_ops(const std::string &subject, const std::string &key,
                    const std::vector<post_op> &post_ops, source_place where) {
    constexpr std::size_t most = 64; // together they are one expression
    if (post_ops.size() > most) {
        throw user_error(subject, key,
                         "has " + std::to_string(post_ops.size()) + " post-ops, may have " +
                             std::to_string(most) + "; run a layer for the rest",
                         where);
    }
    for (const post_op &one : post_ops) {
        if (!std::visit([](const auto &op) { return has_meaning(op); }, one)) {
            throw user_error(subject, key,
                             "\"" + one_text(one) + "\" has no meaning: write it " + rule, where);
        }
    }
}

bool operator==(const post_op &left, const post_op &right) {
    return one_text(left) == one_text(right);
}

} // namespace tiramisu::nn
