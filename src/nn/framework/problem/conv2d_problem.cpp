#include "tiramisu/nn/conv2d_problem.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "nn/framework/problem/conv2d_fields.h"
#include "nn/framework/problem/post_op_text.h"
#include "nn/framework/problem/product_type_checks.h"
#include "nn/framework/problem/tensor_sizes.h"
#include "nn/framework/problem/type_word.h"

namespace tiramisu::nn {

namespace {

const std::string kind = "conv2d";
const std::string bias_key = "bias", post_key = "post";
const product_type_keys type_keys = {"weights_type", "dst_type"};

std::string written(const conv2d_problem &problem) {
    std::string text = kind + print_fields(conv2d_fields, problem);
    if (problem.bias) {
        text += " " + bias_key + "=1";
    }
    if (!problem.post_ops.empty()) {
        text += " " + post_key + "=" + post_ops_text(problem.post_ops);
    }
    return text + print_type(problem.type) +
           print_type(type_keys.right, problem.weights_type, problem.type) +
           print_type(type_keys.result, problem.dst_type, problem.type);
}

/// Positions of a kernel of `kernel` elements, `dilation` skipped between them, on `size` elements
/// with `padding` more on both sides. Never less than 0.
int positions(int size, int kernel, int stride, int padding, int dilation) {
    const std::int64_t reach = std::int64_t{kernel - 1} * (dilation + 1) + 1;
    const std::int64_t room = std::int64_t{size} + 2 * std::int64_t{padding} - reach;
    return room < 0 ? 0 : static_cast<int>(room / stride + 1);
}

void check_groups(const std::string &subject, const conv2d_problem &problem, source_place where) {
    for (const auto &[key, channels] : {std::pair{"ic", problem.ic}, {"oc", problem.oc}}) {
        if (channels % problem.g != 0) {
            throw user_error(subject, "g",
                             "is " + std::to_string(problem.g) + ", which does not divide " + key +
                                 "=" + std::to_string(channels),
                             where);
        }
    }
}

void check_pooling(const std::string &subject, const conv2d_problem &problem, source_place where) {
    for (std::size_t i = 0; i < problem.post_ops.size(); i++) {
        const auto *pool = std::get_if<post::pool>(&problem.post_ops[i]);
        if (pool == nullptr) {
            continue;
        }
        if (i + 1 != problem.post_ops.size()) {
            throw user_error(subject, post_key,
                             "a pooling is followed by \"" +
                                 post_ops_text({problem.post_ops[i + 1]}) +
                                 "\"; only the last post-op may be a pooling",
                             where);
        }
        if (pool->out_height(problem.oh) < 1 || pool->out_width(problem.ow) < 1) {
            throw user_error(subject, post_key,
                             "no window of \"" + post_ops_text({problem.post_ops[i]}) +
                                 "\" fits into " + std::to_string(problem.oh) + "x" +
                                 std::to_string(problem.ow),
                             where);
        }
    }
}

void check_tensors(const std::string &subject, const conv2d_problem &problem, source_place where) {
    for (const auto &[name, extents] : {std::pair{"src", problem.src_extents()},
                                        {"weights", problem.weights_extents()},
                                        {"the result", problem.conv_extents()},
                                        {"dst", problem.dst_extents()}}) {
        check_tensor_size(subject, name, {extents[0], extents[1], extents[2], extents[3]}, where);
    }
}

/// Solvers copy an image with its zeros, whose bytes have to be fewer than 2^31. Where windows of
/// zeros alone make it that large, the padding is to blame.
void check_padding(const std::string &subject, const conv2d_problem &problem, source_place where) {
    constexpr std::int64_t most = (std::int64_t{1} << 29) - 1;
    struct direction {
        const char *key;
        std::int64_t size, padding, reach;
        std::int64_t padded() const { return size + 2 * padding; }
    };
    const direction rows{"ph", problem.ih, problem.ph,
                         std::int64_t{problem.kh - 1} * (problem.dh + 1)};
    const direction columns{"pw", problem.iw, problem.pw,
                            std::int64_t{problem.kw - 1} * (problem.dw + 1)};
    const bool is_of_rows = rows.padding - rows.reach >= columns.padding - columns.reach;
    const direction &larger = is_of_rows ? rows : columns, &other = is_of_rows ? columns : rows;
    const std::int64_t row = problem.ic * other.padded();
    if (larger.padding <= larger.reach || larger.padded() <= most / row) {
        return;
    }
    const std::int64_t limit = std::max(larger.reach, (most / row - larger.size) / 2);
    throw user_error(subject, larger.key,
                     "is " + std::to_string(larger.padding) + ", must be at most " +
                         std::to_string(limit) + " here: an image with its padding has " +
                         std::to_string(problem.ic) + "x" + std::to_string(rows.padded()) + "x" +
                         std::to_string(columns.padded()) + " elements, may have " +
                         std::to_string(most),
                     where);
}

void check_residuals(const std::string &subject, const conv2d_problem &problem,
                     source_place where) {
    const auto count =
        std::count_if(problem.post_ops.begin(), problem.post_ops.end(), [](const post_op &one) {
            return std::holds_alternative<post::residual_add>(one);
        });
    if (count > 1) {
        throw user_error(subject, post_key,
                         "has " + std::to_string(count) +
                             " residual_add, may have one: a layer takes one residual",
                         where);
    }
}

} // namespace

std::string conv2d_problem::text() const {
    return written(completed());
}

conv2d_problem conv2d_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    conv2d_problem problem;
    read_fields(words, conv2d_fields, problem);
    problem.bias = words.take_flag(bias_key);
    if (const auto post_ops = words.take(post_key)) {
        problem.post_ops = parse_post_ops(*post_ops, words, post_key);
    }
    problem.type = read_type(words);
    problem.weights_type = read_type(words, type_keys.right);
    problem.dst_type = read_type(words, type_keys.result);
    std::vector<std::string> known = keys_of(conv2d_fields);
    known.insert(known.end(), {bias_key, post_key, type_key, type_keys.right, type_keys.result});
    words.require_all_taken(known);
    return problem.completed(where);
}

conv2d_problem conv2d_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    conv2d_problem full = *this;
    full.oh = oh == 0 ? 1 : oh;
    full.ow = ow == 0 ? 1 : ow;
    check_fields(subject, conv2d_fields, full, where);
    full.oh = oh == 0 ? positions(ih, kh, sh, ph, dh) : oh;
    full.ow = ow == 0 ? positions(iw, kw, sw, pw, dw) : ow;
    if (full.oh == 0 || full.ow == 0) {
        throw user_error(subject, full.oh == 0 ? "kh" : "kw",
                         "the kernel, with its dilation, is larger than the image with its "
                         "padding, so that there is no result; oh and ow, given as well, add zeros "
                         "below and to the right",
                         where);
    }
    check_groups(subject, full, where);
    check_post_ops(subject, post_key, post_ops, where);
    check_pooling(subject, full, where);
    check_tensors(subject, full, where);
    check_padding(subject, full, where);
    check_residuals(subject, full, where);
    check_product_types(subject, full.types(), type_keys, where);
    check_post_ops_of(subject, full.types(), post_key, post_ops, where);
    return full;
}

std::array<int, 4> conv2d_problem::src_extents() const {
    return {mb, ic, ih, iw};
}

std::array<int, 4> conv2d_problem::weights_extents() const {
    return {oc, ic / g, kh, kw};
}

std::array<int, 4> conv2d_problem::conv_extents() const {
    return {mb, oc, oh, ow};
}

std::array<int, 4> conv2d_problem::dst_extents() const {
    if (const post::pool *pool = pooling()) {
        return {mb, oc, pool->out_height(oh), pool->out_width(ow)};
    }
    return conv_extents();
}

bool conv2d_problem::has_residual() const {
    return std::any_of(post_ops.begin(), post_ops.end(), [](const post_op &one) {
        return std::holds_alternative<post::residual_add>(one);
    });
}

const post::pool *conv2d_problem::pooling() const {
    return post_ops.empty() ? nullptr : std::get_if<post::pool>(&post_ops.back());
}

double conv2d_problem::operations() const {
    return 2.0 * mb * oc * oh * ow * (static_cast<double>(ic) / g) * kh * kw;
}

bool operator==(const conv2d_problem &left, const conv2d_problem &right) {
    return left.text() == right.text();
}

} // namespace tiramisu::nn
