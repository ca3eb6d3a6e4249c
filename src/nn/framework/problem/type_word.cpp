#include "nn/framework/problem/type_word.h"

#include "support/immortal.h"

namespace tiramisu::nn {

const alternative_names<element_type> &element_type_names() {
    static const alternative_names<element_type> &all =
        support::immortal<alternative_names<element_type>>({{element_type::f32, "f32"},
                                                            {element_type::f16, "f16"},
                                                            {element_type::bf16, "bf16"},
                                                            {element_type::s32, "s32"},
                                                            {element_type::s8, "s8"},
                                                            {element_type::u8, "u8"}});
    return all;
}

std::string print_type(element_type type) {
    return type == element_type::f32 ? "" : " " + type_key + "=" + to_string(type);
}

element_type read_type(problem_words &words) {
    return read_type(words, type_key).value_or(element_type::f32);
}

std::string print_type(const std::string &key, std::optional<element_type> type,
                       element_type usual) {
    return !type || *type == usual ? "" : " " + key + "=" + to_string(*type);
}

std::optional<element_type> read_type(problem_words &words, const std::string &key) {
    return take_alternative(words, key, element_type_names());
}

} // namespace tiramisu::nn
