#include "tiramisu/nn/batch_norm_training.h"

#include "nn/framework/problem/choice_word.h"
#include "nn/framework/problem/epsilon_word.h"
#include "nn/framework/problem/image_words.h"

namespace tiramisu::nn {

namespace {

const std::string per_key = "per", factor_key = "factor";

const alternative_names<batch_statistics> statistics_names = {
    {batch_statistics::per_channel, "channel"}, {batch_statistics::per_activation, "activation"}};

std::string print_statistics(batch_statistics per) {
    return " " + per_key + "=" + name_of(statistics_names, per);
}

std::string written(const batch_norm_training_problem &problem) {
    return print_images(problem) + print_statistics(problem.per) + print_epsilon(problem.epsilon) +
           " " + factor_key + "=" + shortest(problem.factor) + print_layout(problem);
}

std::string written(const batch_norm_backward_problem &problem) {
    return print_images(problem) + print_statistics(problem.per) + print_layout(problem);
}

/// What has one statistic: a channel, or one of its pixels.
template <typename Problem>
tensor of_statistics(const Problem &problem, const std::string &name) {
    const element_type sums = accumulation_type(problem.type);
    return problem.per == batch_statistics::per_channel
               ? vector_tensor(name, problem.ic, sums)
               : tensor{name, {1, problem.ic, problem.ih, problem.iw}, problem.format, sums};
}

} // namespace

std::string batch_norm_training_problem::text() const {
    return written(completed());
}

batch_norm_training_problem batch_norm_training_problem::parse(const std::string &text,
                                                               source_place where) {
    problem_words words(kind, text, where);
    batch_norm_training_problem problem;
    read_images(words, problem);
    problem.per = take_alternative(words, per_key, statistics_names).value_or(problem.per);
    problem.epsilon = words.take_number(epsilon_key, problem.epsilon);
    problem.factor = words.take_number(factor_key, problem.factor);
    words.require_all_taken(
        image_keys<batch_norm_training_problem>({per_key, epsilon_key, factor_key}));
    return problem.completed(where);
}

batch_norm_training_problem batch_norm_training_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_alternative(subject, per_key, statistics_names, per, where);
    check_epsilon(subject, epsilon, where);
    if (!(factor >= 0 && factor <= 1)) {
        throw user_error(subject, factor_key, "is " + shortest(factor) + ", must be from 0 to 1",
                         where);
    }
    return *this;
}

std::vector<tensor> batch_norm_training_problem::sources() const {
    return {named("src", src_extents()), of_statistics(*this, "scale"),
            of_statistics(*this, "shift")};
}

std::vector<tensor> batch_norm_training_problem::results() const {
    std::vector<tensor> all = {named("dst", src_extents())};
    for (const char *name : {"mean", "inverse_deviation", "running_mean", "running_variance"}) {
        all.push_back(of_statistics(*this, name));
    }
    return all;
}

std::string batch_norm_backward_problem::text() const {
    return written(completed());
}

batch_norm_backward_problem batch_norm_backward_problem::parse(const std::string &text,
                                                               source_place where) {
    problem_words words(kind, text, where);
    batch_norm_backward_problem problem;
    read_images(words, problem);
    problem.per = take_alternative(words, per_key, statistics_names).value_or(problem.per);
    words.require_all_taken(image_keys<batch_norm_backward_problem>({per_key}));
    return problem.completed(where);
}

batch_norm_backward_problem batch_norm_backward_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_alternative(subject, per_key, statistics_names, per, where);
    return *this;
}

std::vector<tensor> batch_norm_backward_problem::sources() const {
    std::vector<tensor> all = {named("src", src_extents()), named("diff_dst", src_extents())};
    for (const char *name : {"mean", "inverse_deviation", "scale"}) {
        all.push_back(of_statistics(*this, name));
    }
    return all;
}

std::vector<tensor> batch_norm_backward_problem::results() const {
    return {named("diff_src", src_extents()), of_statistics(*this, "diff_scale"),
            of_statistics(*this, "diff_shift")};
}

} // namespace tiramisu::nn
