#include "tiramisu/nn/gemm_problem.h"

#include <cmath>

#include "nn/framework/problem/activation_words.h"
#include "nn/framework/problem/integer_fields.h"
#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/product_type_checks.h"
#include "nn/framework/problem/tensor_sizes.h"
#include "nn/framework/problem/type_word.h"

namespace tiramisu::nn {

namespace {

const std::string bias_key = "bias";
const product_type_keys type_keys = {"b_type", "c_type"};

constexpr integer_field<gemm_problem> fields[] = {
    {"m", &gemm_problem::m, 0}, {"n", &gemm_problem::n, 1}, {"k", &gemm_problem::k, 1}};

struct flag_field {
    std::string key;
    bool gemm_problem::*member;
};
const flag_field transposes[] = {{"transa", &gemm_problem::transa},
                                 {"transb", &gemm_problem::transb}};

struct factor_field {
    std::string key;
    float gemm_problem::*member;
    float usual;
};
const factor_field factors[] = {{"alpha", &gemm_problem::alpha, 1},
                                {"beta", &gemm_problem::beta, 0}};

std::string written(const gemm_problem &problem) {
    std::string text = gemm_problem::kind + print_fields(fields, problem);
    for (const flag_field &one : transposes) {
        text += problem.*one.member ? " " + one.key + "=1" : "";
    }
    for (const factor_field &one : factors) {
        const float value = problem.*one.member;
        text += value != one.usual ? " " + one.key + "=" + shortest(value) : "";
    }
    text += problem.bias ? " " + bias_key + "=1" : "";
    return text + print_activations(problem.post_ops) + print_type(problem.type) +
           print_type(type_keys.right, problem.b_type, problem.type) +
           print_type(type_keys.result, problem.c_type, problem.type);
}

/// Where c is of s32, nothing is computed in floats.
void check_factors_of_integers(const std::string &subject, const gemm_problem &problem,
                               source_place where) {
    const auto refuse = [&](const std::string &key, float value, const std::string &legal) {
        throw user_error(subject, key,
                         "is " + shortest(value) + ", must be " + legal +
                             " where c is of s32; c_type=f32 takes any",
                         where);
    };
    if (problem.types().arithmetic() != element_type::s32) {
        return;
    }
    if (problem.alpha != 1) {
        refuse("alpha", problem.alpha, "1");
    }
    if (problem.beta != 0 && problem.beta != 1) {
        refuse("beta", problem.beta, "0 or 1");
    }
}

} // namespace

std::string gemm_problem::text() const {
    return written(checked());
}

gemm_problem gemm_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    gemm_problem problem;
    read_fields(words, fields, problem);
    std::vector<std::string> known = keys_of(fields);
    for (const flag_field &one : transposes) {
        problem.*one.member = words.take_flag(one.key);
        known.push_back(one.key);
    }
    for (const factor_field &one : factors) {
        problem.*one.member = words.take_number(one.key, one.usual);
        known.push_back(one.key);
    }
    problem.bias = words.take_flag(bias_key);
    problem.post_ops = read_activations(words);
    problem.type = read_type(words);
    problem.b_type = read_type(words, type_keys.right);
    problem.c_type = read_type(words, type_keys.result);
    known.insert(known.end(),
                 {bias_key, activations_key, type_key, type_keys.right, type_keys.result});
    words.require_all_taken(known);
    return problem.checked(where);
}

gemm_problem gemm_problem::checked(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_fields(subject, fields, *this, where);
    check_tensor_size(subject, "a", {m, k}, where);
    check_tensor_size(subject, "b", {k, n}, where);
    check_tensor_size(subject, "c", {m, n}, where);
    for (const factor_field &one : factors) {
        if (!std::isfinite(this->*one.member)) {
            throw user_error(subject, one.key, "is not finite", where);
        }
    }
    check_activations(subject, post_ops, where);
    check_product_types(subject, types(), type_keys, where);
    check_post_ops_of(subject, types(), activations_key, post_ops, where);
    check_factors_of_integers(subject, *this, where);
    return *this;
}

bool operator==(const gemm_problem &left, const gemm_problem &right) {
    return left.text() == right.text();
}

} // namespace tiramisu::nn
