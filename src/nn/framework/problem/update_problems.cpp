#include <cmath>

#include "nn/framework/problem/integer_fields.h"
#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/type_word.h"
#include "tiramisu/nn/update.h"

namespace tiramisu::nn {

namespace {

template <typename Problem>
constexpr integer_field<Problem> count_fields[] = {{"count", &Problem::count, 1}};

/// A number of a problem, from `smallest` to below `end`.
template <typename Problem>
struct number_field {
    const char *key;
    float Problem::*member;
    float smallest, end;
};

constexpr float no_end = INFINITY;

const std::vector<number_field<sgd_problem>> &numbers_of(const sgd_problem &) {
    static const std::vector<number_field<sgd_problem>> all = {
        {"momentum", &sgd_problem::momentum, 0, 1}, {"decay", &sgd_problem::decay, 0, no_end}};
    return all;
}

const std::vector<number_field<adam_problem>> &numbers_of(const adam_problem &) {
    static const std::vector<number_field<adam_problem>> all = {
        {"beta1", &adam_problem::beta1, 0, 1},
        {"beta2", &adam_problem::beta2, 0, 1},
        {"epsilon", &adam_problem::epsilon, 0, no_end},
        {"decay", &adam_problem::decay, 0, no_end}};
    return all;
}

template <typename Problem>
std::string written(const Problem &problem) {
    std::string text = Problem::kind + print_fields(count_fields<Problem>, problem);
    for (const auto &one : numbers_of(problem)) {
        text += std::string(" ") + one.key + "=" + shortest(problem.*one.member);
    }
    return text + print_type(problem.type);
}

template <typename Problem>
Problem parsed(const std::string &text, source_place where) {
    problem_words words(Problem::kind, text, where);
    Problem problem;
    read_fields(words, count_fields<Problem>, problem);
    std::vector<std::string> known = keys_of(count_fields<Problem>);
    for (const auto &one : numbers_of(problem)) {
        problem.*one.member = words.take_number(one.key, problem.*one.member);
        known.emplace_back(one.key);
    }
    problem.type = read_type(words);
    known.push_back(type_key);
    words.require_all_taken(known);
    return problem.completed(where);
}

template <typename Problem>
Problem checked(const Problem &problem, source_place where) {
    const std::string subject = "problem \"" + written(problem) + "\"";
    check_alternative(subject, type_key, element_type_names(), problem.type, where);
    check_fields(subject, count_fields<Problem>, problem, where);
    for (const auto &one : numbers_of(problem)) {
        const float value = problem.*one.member;
        if (!(value >= one.smallest && value < one.end)) {
            throw user_error(
                subject, one.key,
                "is " + shortest(value) + ", must be at least " + shortest(one.smallest) +
                    (std::isinf(one.end) ? " and finite" : " and less than " + shortest(one.end)),
                where);
        }
    }
    return problem;
}

template <typename Problem>
tensor values_named(const Problem &problem, const std::string &name) {
    return {name, {1, 1, 1, problem.count}, layout::nchw, problem.type};
}

template <typename Problem>
tensor number_named(const Problem &problem, const std::string &name) {
    return vector_tensor(name, 1, accumulation_type(problem.type));
}

} // namespace

std::string sgd_problem::text() const {
    return written(completed());
}

sgd_problem sgd_problem::parse(const std::string &text, source_place where) {
    return parsed<sgd_problem>(text, where);
}

sgd_problem sgd_problem::completed(source_place where) const {
    return checked(*this, where);
}

std::vector<tensor> sgd_problem::sources() const {
    return {values_named(*this, "gradient"), number_named(*this, "rate")};
}

std::vector<tensor> sgd_problem::results() const {
    std::vector<tensor> all = {values_named(*this, "values")};
    if (momentum != 0) {
        all.push_back(values_named(*this, "velocity"));
    }
    return all;
}

std::string adam_problem::text() const {
    return written(completed());
}

adam_problem adam_problem::parse(const std::string &text, source_place where) {
    return parsed<adam_problem>(text, where);
}

adam_problem adam_problem::completed(source_place where) const {
    return checked(*this, where);
}

std::vector<tensor> adam_problem::sources() const {
    return {values_named(*this, "gradient"), number_named(*this, "rate"),
            number_named(*this, "step")};
}

std::vector<tensor> adam_problem::results() const {
    return {values_named(*this, "values"), values_named(*this, "mean"),
            values_named(*this, "square")};
}

} // namespace tiramisu::nn
