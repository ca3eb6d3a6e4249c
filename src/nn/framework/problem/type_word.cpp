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
    return take_alternative(words, type_key, element_type_names()).value_or(element_type::f32);
}

} // namespace tiramisu::nn
