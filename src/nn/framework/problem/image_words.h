#pragma once

#include "nn/framework/problem/integer_fields.h"
#include "nn/framework/problem/layout_word.h"
#include "nn/framework/problem/tensor_sizes.h"
#include "nn/framework/problem/type_word.h"
#include "tiramisu/nn/images.h"

// The words of problems that begin with images.

namespace tiramisu::nn {

template <typename Problem>
constexpr integer_field<Problem> image_fields[] = {
    {"mb", &Problem::mb, 0},
    {"ic", &Problem::ic, 1},
    {"ih", &Problem::ih, 1},
    {"iw", &Problem::iw, 1},
};

/// "pooling mb=1 ic=64 ih=56 iw=56"
template <typename Problem>
std::string print_images(const Problem &problem) {
    return Problem::kind + print_fields(image_fields<Problem>, problem);
}

/// " layout=nchw", then the type, with which texts end.
template <typename Problem>
std::string print_layout(const Problem &problem) {
    return " " + layout_key + "=" + to_string(problem.format) + print_type(problem.type);
}

template <typename Problem>
void read_layout(problem_words &words, Problem &problem) {
    problem.format =
        take_alternative(words, layout_key, image_layout_names()).value_or(problem.format);
    problem.type = read_type(words);
}

template <typename Problem>
void read_images(problem_words &words, Problem &problem) {
    read_fields(words, image_fields<Problem>, problem);
    read_layout(words, problem);
}

/// Of the problem, with keys of its own.
template <typename Problem>
std::vector<std::string> image_keys(const std::vector<std::string> &own) {
    std::vector<std::string> keys = keys_of(image_fields<Problem>);
    keys.insert(keys.end(), own.begin(), own.end());
    keys.insert(keys.end(), {layout_key, type_key});
    return keys;
}

/// Throws user_error if the layout or the type is none that the layer takes.
template <typename Problem>
void check_layout(const std::string &subject, const Problem &problem, source_place where) {
    check_alternative(subject, layout_key, image_layout_names(), problem.format, where);
    check_alternative(subject, type_key, element_type_names(), problem.type, where);
}

/// Throws user_error as check_layout(), and if a size is out of range, or all of them together.
template <typename Problem>
void check_images(const std::string &subject, const Problem &problem, source_place where) {
    check_layout(subject, problem, where);
    check_fields(subject, image_fields<Problem>, problem, where);
    check_tensor_size(subject, "src", {problem.mb, problem.ic, problem.ih, problem.iw},
                      problem.format, where);
}

} // namespace tiramisu::nn
