#include "nn/problem/post_op_text.h"

#include <functional>

#include "nn/problem/numbers.h"
#include "nn/problem/overloaded.h"
#include "nn/problem/split.h"

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
    return given.size() == 1 && read_finite(given[0], op.slope);
}

bool read_parameters(post::clip &op, const parts &given) {
    return given.size() == 2 && read_finite(given[0], op.low) && read_finite(given[1], op.high) &&
           op.low <= op.high;
}

bool is_pooling(const post::pool &op) {
    return op.kh >= 1 && op.kw >= 1 && op.sh >= 1 && op.sw >= 1 && op.ph >= 0 && op.pw >= 0 &&
           op.ph < op.kh && op.pw < op.kw;
}

bool read_parameters(post::pool &op, const parts &given) {
    return given.size() == 3 && read_pair(given[0], op.kh, op.kw) &&
           read_pair(given[1], op.sh, op.sw) && read_pair(given[2], op.ph, op.pw) && is_pooling(op);
}

template <typename Op>
bool read_parameters(Op &, const parts &given) {
    return given.empty();
}

struct form {
    std::string name, written;
    post_op start;
};

const std::vector<form> &forms() {
    static const std::string window = ":KHxKW:SHxSW:PHxPW";
    static const std::vector<form> all = {
        {"relu", "relu", post::relu{}},
        {"leaky_relu", "leaky_relu:SLOPE", post::leaky_relu{}},
        {"clip", "clip:LOW:HIGH", post::clip{}},
        {"sigmoid", "sigmoid", post::sigmoid{}},
        {"tanh", "tanh", post::tanh{}},
        {"residual_add", "residual_add", post::residual_add{}},
        {"max_pool", "max_pool" + window, post::pool{pool_kind::max}},
        {"avg_pool", "avg_pool" + window, post::pool{pool_kind::average_without_padding}},
        {"avg_pool_padded", "avg_pool_padded" + window,
         post::pool{pool_kind::average_with_padding}},
    };
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
        if (!std::visit([&](auto &alternative) { return read_parameters(alternative, given); },
                        op)) {
            words.refuse(key, "\"" + one + "\" is not of the form " + found.written +
                                  " with finite numbers in order, windows and strides of at least "
                                  "1 and padding smaller than the window");
        }
        post_ops.push_back(op);
    }
    return post_ops;
}

bool operator==(const post_op &left, const post_op &right) {
    return one_text(left) == one_text(right);
}

} // namespace tiramisu::nn
