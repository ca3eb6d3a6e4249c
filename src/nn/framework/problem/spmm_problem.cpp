#include "tiramisu/nn/spmm_problem.h"

#include "nn/framework/problem/activation_words.h"
#include "nn/framework/problem/integer_fields.h"
#include "nn/framework/problem/tensor_sizes.h"
#include "nn/framework/problem/type_word.h"

namespace tiramisu::nn {

namespace {

constexpr integer_field<spmm_problem> fields[] = {
    {"m", &spmm_problem::m, 1}, {"n", &spmm_problem::n, 0}, {"k", &spmm_problem::k, 1}};
constexpr integer_field<spmm_problem> block_field[] = {{"block", &spmm_problem::block, 1, 16}};

struct flag_field {
    std::string key;
    bool spmm_problem::*member;
};
const flag_field flags[] = {{"transb", &spmm_problem::transb},
                            {"transc", &spmm_problem::transc},
                            {"bias", &spmm_problem::bias}};

std::string written(const spmm_problem &problem) {
    std::string text = spmm_problem::kind + print_fields(fields, problem);
    for (const flag_field &one : flags) {
        text += problem.*one.member ? " " + one.key + "=1" : "";
    }
    if (problem.block != 1) {
        text += print_fields(block_field, problem);
    }
    return text + print_activations(problem.post_ops) + print_type(problem.type);
}

} // namespace

std::string spmm_problem::text() const {
    return written(checked());
}

spmm_problem spmm_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    spmm_problem problem;
    problem.n = -1; // 0 is a number of columns like another
    read_fields(words, fields, problem);
    read_fields(words, block_field, problem);
    std::vector<std::string> known = keys_of(fields);
    for (const flag_field &one : flags) {
        problem.*one.member = words.take_flag(one.key);
        known.push_back(one.key);
    }
    known.emplace_back(block_field->key);
    problem.post_ops = read_activations(words);
    problem.type = read_type(words);
    known.insert(known.end(), {activations_key, type_key});
    words.require_all_taken(known);
    return problem.checked(where);
}

spmm_problem spmm_problem::checked(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_alternative(subject, type_key, element_type_names(), type, where);
    check_fields(subject, fields, *this, where);
    check_fields(subject, block_field, *this, where);
    check_tensor_size(subject, "b", {k, n}, where);
    check_tensor_size(subject, "c", {m, n}, where);
    const auto refuse = [&](const std::string &reason) {
        throw user_error(subject, block_field->key, "is " + std::to_string(block) + reason, where);
    };
    if ((block & (block - 1)) != 0) {
        refuse(", must be 1, 2, 4, 8 or 16");
    }
    if (m % block != 0) {
        refuse(", must divide m = " + std::to_string(m));
    }
    check_activations(subject, post_ops, where);
    return *this;
}

bool operator==(const spmm_problem &left, const spmm_problem &right) {
    return left.text() == right.text();
}

} // namespace tiramisu::nn
