#include "nn/framework/problem/axis_word.h"
#include "nn/framework/problem/image_words.h"
#include "tiramisu/nn/softmax_backward.h"

namespace tiramisu::nn {

namespace {

std::string written(const softmax_backward_problem &problem) {
    return print_images(problem) + " " + axis_key + "=" + std::to_string(problem.axis) +
           (problem.log ? " " + log_key + "=1" : "") + print_layout(problem);
}

} // namespace

std::string softmax_backward_problem::text() const {
    return written(completed());
}

softmax_backward_problem softmax_backward_problem::parse(const std::string &text,
                                                         source_place where) {
    problem_words words(kind, text, where);
    softmax_backward_problem problem;
    read_images(words, problem);
    problem.axis = words.take_integer(axis_key, problem.axis);
    problem.log = words.take_flag(log_key);
    words.require_all_taken(image_keys<softmax_backward_problem>({axis_key, log_key}));
    return problem.completed(where);
}

softmax_backward_problem softmax_backward_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_axis(subject, axis, where);
    return *this;
}

std::vector<tensor> softmax_backward_problem::sources() const {
    return {named("dst", src_extents()), named("diff_dst", src_extents())};
}

tensor softmax_backward_problem::dst() const {
    return named("diff_src", src_extents());
}

} // namespace tiramisu::nn
