#include "nn/framework/problem/activation_words.h"
#include "nn/framework/problem/epsilon_word.h"
#include "nn/framework/problem/image_words.h"
#include "tiramisu/nn/batch_norm.h"

namespace tiramisu::nn {

namespace {

std::string written(const batch_norm_problem &problem) {
    return print_images(problem) + print_epsilon(problem.epsilon) +
           print_activations(problem.post_ops) + print_layout(problem);
}

} // namespace

std::string batch_norm_problem::text() const {
    return written(completed());
}

batch_norm_problem batch_norm_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    batch_norm_problem problem;
    read_images(words, problem);
    problem.epsilon = words.take_number(epsilon_key, problem.epsilon);
    problem.post_ops = read_activations(words);
    words.require_all_taken(image_keys<batch_norm_problem>({epsilon_key, activations_key}));
    return problem.completed(where);
}

batch_norm_problem batch_norm_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_activations(subject, post_ops, where);
    check_epsilon(subject, epsilon, where);
    return *this;
}

std::vector<tensor> batch_norm_problem::sources() const {
    std::vector<tensor> all = {named("src", src_extents())};
    for (const char *name : {"mean", "variance", "scale", "shift"}) {
        all.push_back(vector_tensor(name, ic, accumulation_type(type)));
    }
    return all;
}

tensor batch_norm_problem::dst() const {
    return named("dst", src_extents());
}

} // namespace tiramisu::nn
