#include "tiramisu/nn/layer_norm.h"

#include "nn/framework/problem/epsilon_word.h"
#include "nn/framework/problem/image_words.h"

namespace tiramisu::nn {

namespace {

std::string written(const layer_norm_problem &problem) {
    return print_images(problem) + print_epsilon(problem.epsilon) + print_layout(problem);
}

std::string written(const layer_norm_backward_problem &problem) {
    return print_images(problem) + print_layout(problem);
}

/// A number for each image.
tensor of_images(const images &all, const std::string &name) {
    return {name, {all.mb, 1, 1, 1}, layout::nchw, accumulation_type(all.type)};
}

/// One for each value of an image.
tensor of_values(const images &all, const std::string &name) {
    return {name, {1, all.ic, all.ih, all.iw}, all.format, accumulation_type(all.type)};
}

} // namespace

std::string layer_norm_problem::text() const {
    return written(completed());
}

layer_norm_problem layer_norm_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    layer_norm_problem problem;
    read_images(words, problem);
    problem.epsilon = words.take_number(epsilon_key, problem.epsilon);
    words.require_all_taken(image_keys<layer_norm_problem>({epsilon_key}));
    return problem.completed(where);
}

layer_norm_problem layer_norm_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_epsilon(subject, epsilon, where);
    return *this;
}

std::vector<tensor> layer_norm_problem::sources() const {
    return {named("src", src_extents()), of_values(*this, "scale"), of_values(*this, "shift")};
}

std::vector<tensor> layer_norm_problem::results() const {
    return {named("dst", src_extents()), of_images(*this, "mean"),
            of_images(*this, "inverse_deviation")};
}

std::string layer_norm_backward_problem::text() const {
    return written(completed());
}

layer_norm_backward_problem layer_norm_backward_problem::parse(const std::string &text,
                                                               source_place where) {
    problem_words words(kind, text, where);
    layer_norm_backward_problem problem;
    read_images(words, problem);
    words.require_all_taken(image_keys<layer_norm_backward_problem>({}));
    return problem.completed(where);
}

layer_norm_backward_problem layer_norm_backward_problem::completed(source_place where) const {
    check_images("problem \"" + written(*this) + "\"", *this, where);
    return *this;
}

std::vector<tensor> layer_norm_backward_problem::sources() const {
    return {named("src", src_extents()), named("diff_dst", src_extents()), of_images(*this, "mean"),
            of_images(*this, "inverse_deviation"), of_values(*this, "scale")};
}

std::vector<tensor> layer_norm_backward_problem::results() const {
    return {named("diff_src", src_extents()), of_values(*this, "diff_scale"),
            of_values(*this, "diff_shift")};
}

} // namespace tiramisu::nn
