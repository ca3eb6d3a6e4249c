#include "tiramisu/nn/conv2d_backward_problem.h"

#include "nn/framework/problem/conv2d_fields.h"
#include "nn/framework/problem/image_words.h"

namespace tiramisu::nn {

namespace {

const std::string bias_key = "bias";

template <typename Problem>
const conv2d_problem &convolution_of(const Problem &problem) {
    return problem;
}

template <typename Problem>
std::string written(const Problem &problem) {
    return Problem::kind + print_fields(conv2d_fields, convolution_of(problem)) +
           (problem.bias ? " " + bias_key + "=1" : "") + print_layout(problem);
}

/// `own` are the words that it has beside those of both layers, and takes itself.
template <typename Problem>
Problem read(problem_words &words, const std::vector<std::string> &own) {
    Problem problem;
    read_fields(words, conv2d_fields, static_cast<conv2d_problem &>(problem));
    read_layout(words, problem);
    std::vector<std::string> known = keys_of(conv2d_fields);
    known.insert(known.end(), own.begin(), own.end());
    known.insert(known.end(), {layout_key, type_key});
    words.require_all_taken(known);
    return problem;
}

/// With the sizes of the result. Throws user_error.
template <typename Problem>
Problem with_sizes(const Problem &problem, source_place where) {
    const std::string subject = "problem \"" + written(problem) + "\"";
    check_layout(subject, problem, where);
    if (!problem.post_ops.empty()) {
        throw user_error(subject, "post_ops",
                         "are " + std::to_string(problem.post_ops.size()) +
                             ", must be none: go backward through them first, by eltwise_backward "
                             "or pooling_backward",
                         where);
    }
    Problem made = problem;
    static_cast<conv2d_problem &>(made) = convolution_of(problem).completed(where);
    check_tensor_size(subject, "src", made.src_extents(), made.format, where);
    check_tensor_size(subject, "diff_dst", made.conv_extents(), made.format, where);
    return made;
}

} // namespace

std::string conv2d_backward_data_problem::text() const {
    return written(completed());
}

conv2d_backward_data_problem conv2d_backward_data_problem::parse(const std::string &text,
                                                                 source_place where) {
    problem_words words(kind, text, where);
    return read<conv2d_backward_data_problem>(words, {}).completed(where);
}

conv2d_backward_data_problem conv2d_backward_data_problem::completed(source_place where) const {
    conv2d_backward_data_problem made = with_sizes(*this, where);
    made.bias = false; // what is added to a sum plays no part
    return made;
}

tensor conv2d_backward_data_problem::diff_dst() const {
    return {"diff_dst", conv_extents(), format, type};
}

tensor conv2d_backward_data_problem::weights() const {
    return {"weights", weights_extents(), layout::nchw, type};
}

tensor conv2d_backward_data_problem::diff_src() const {
    return {"diff_src", src_extents(), format, type};
}

std::string conv2d_backward_weights_problem::text() const {
    return written(completed());
}

conv2d_backward_weights_problem conv2d_backward_weights_problem::parse(const std::string &text,
                                                                       source_place where) {
    problem_words words(kind, text, where);
    const bool bias = words.take_flag(bias_key);
    auto problem = read<conv2d_backward_weights_problem>(words, {bias_key});
    problem.bias = bias;
    return problem.completed(where);
}

conv2d_backward_weights_problem
conv2d_backward_weights_problem::completed(source_place where) const {
    return with_sizes(*this, where);
}

std::vector<tensor> conv2d_backward_weights_problem::sources() const {
    return {{"src", src_extents(), format, type}, {"diff_dst", conv_extents(), format, type}};
}

std::vector<tensor> conv2d_backward_weights_problem::results() const {
    const element_type sums = accumulation_type(type);
    std::vector<tensor> all = {{"diff_weights", weights_extents(), layout::nchw, sums}};
    if (bias) {
        all.push_back(vector_tensor("diff_bias", oc, sums));
    }
    return all;
}

} // namespace tiramisu::nn
