#include "nn/framework/problem/activation_words.h"
#include "nn/framework/problem/choice_word.h"
#include "nn/framework/problem/image_words.h"
#include "tiramisu/nn/eltwise.h"

namespace tiramisu::nn {

namespace {

using binary = eltwise_problem::binary;

const std::string with_key = "with";
const alternative_names<binary> operations = {{binary::add, "add"}, {binary::mul, "mul"}};

std::string written(const eltwise_problem &problem) {
    const std::string with =
        problem.with ? " " + with_key + "=" + name_of(operations, *problem.with) : "";
    return print_images(problem) + with + print_activations(problem.post_ops) +
           print_layout(problem);
}

} // namespace

std::string eltwise_problem::text() const {
    return written(completed());
}

eltwise_problem eltwise_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    eltwise_problem problem;
    read_images(words, problem);
    problem.with = take_alternative(words, with_key, operations);
    problem.post_ops = read_activations(words);
    words.require_all_taken(image_keys<eltwise_problem>({with_key, activations_key}));
    return problem.completed(where);
}

eltwise_problem eltwise_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    if (with) {
        check_alternative(subject, with_key, operations, *with, where);
    }
    check_activations(subject, post_ops, where);
    return *this;
}

std::vector<tensor> eltwise_problem::sources() const {
    std::vector<tensor> all = {named("src", src_extents())};
    if (with) {
        all.push_back(named("other", src_extents()));
    }
    return all;
}

tensor eltwise_problem::dst() const {
    return named("dst", src_extents());
}

} // namespace tiramisu::nn
