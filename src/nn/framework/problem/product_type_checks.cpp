#include "nn/framework/problem/product_type_checks.h"

#include "nn/framework/problem/post_op_text.h"
#include "nn/framework/problem/type_word.h"

namespace tiramisu::nn {

namespace {

bool is_byte(element_type type) {
    return type == element_type::s8 || type == element_type::u8;
}

bool is_float(element_type type) {
    return accumulation_type(type) == element_type::f32;
}

bool is_of_integers(const post_op &one) {
    return std::holds_alternative<post::relu>(one) ||
           std::holds_alternative<post::residual_add>(one) ||
           std::holds_alternative<post::pool>(one);
}

} // namespace

void check_product_types(const std::string &subject, const product_types &types,
                         const product_type_keys &keys, source_place where) {
    check_alternative(subject, type_key, element_type_names(), types.left, where);
    check_alternative(subject, keys.right, element_type_names(), types.right, where);
    check_alternative(subject, keys.result, element_type_names(), types.result, where);
    if (types.left != types.right && !(is_byte(types.left) && is_byte(types.right))) {
        throw user_error(subject, keys.right,
                         "is " + to_string(types.right) + " beside type=" + to_string(types.left) +
                             "; factors are of one type, or one of s8 and one of u8",
                         where);
    }
    if (is_float(types.left) && types.result != element_type::f32 && types.result != types.left) {
        throw user_error(subject, keys.result,
                         "is " + to_string(types.result) + " beside type=" + to_string(types.left) +
                             ", may be f32" +
                             (types.left == element_type::f32 ? "" : " or the same"),
                         where);
    }
}

void check_post_ops_of(const std::string &subject, const product_types &types,
                       const std::string &key, const std::vector<post_op> &post_ops,
                       source_place where) {
    for (const post_op &one : post_ops) {
        if (types.arithmetic() == element_type::s32 && !is_of_integers(one)) {
            throw user_error(subject, key,
                             "\"" + post_ops_text({one}) +
                                 "\" is a function of floats, and the result is of s32, which "
                                 "relu alone leaves one; f32 takes it",
                             where);
        }
    }
}

} // namespace tiramisu::nn
