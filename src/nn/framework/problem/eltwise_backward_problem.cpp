#include "nn/framework/problem/activation_words.h"
#include "nn/framework/problem/image_words.h"
#include "tiramisu/nn/eltwise_backward.h"

namespace tiramisu::nn {

namespace {

std::string written(const eltwise_backward_problem &problem) {
    return print_images(problem) + print_activations(problem.post_ops) + print_layout(problem);
}

} // namespace

std::string eltwise_backward_problem::text() const {
    return written(completed());
}

eltwise_backward_problem eltwise_backward_problem::parse(const std::string &text,
                                                         source_place where) {
    problem_words words(kind, text, where);
    eltwise_backward_problem problem;
    read_images(words, problem);
    problem.post_ops = read_activations(words);
    words.require_all_taken(image_keys<eltwise_backward_problem>({activations_key}));
    return problem.completed(where);
}

eltwise_backward_problem eltwise_backward_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_activations(subject, post_ops, where);
    return *this;
}

std::vector<tensor> eltwise_backward_problem::sources() const {
    return {named("src", src_extents()), named("diff_dst", src_extents())};
}

tensor eltwise_backward_problem::dst() const {
    return named("diff_src", src_extents());
}

} // namespace tiramisu::nn
