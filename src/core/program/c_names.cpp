#include "core/program/c_names.h"

#include "core/program/state.h"

namespace tiramisu::core {

bool is_reserved_word(const std::string &name) {
    // Keywords up to C23 and C++20, and the names of types in headers of generated functions.
    static const std::string words =
        " _Alignas _Alignof _Atomic _BitInt _Bool _Complex _Decimal128 _Decimal32 _Decimal64 "
        "_Generic _Imaginary _Noreturn _Static_assert _Thread_local alignas alignof and "
        "and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t "
        "class co_await co_return co_yield compl concept const const_cast consteval constexpr "
        "constinit continue decltype default delete do double dynamic_cast else enum explicit "
        "export extern false float for friend goto if inline int int16_t int32_t int64_t "
        "int8_t long mutable namespace new noexcept not not_eq nullptr operator or or_eq "
        "private protected public register reinterpret_cast requires restrict return short "
        "signed sizeof static static_assert static_cast struct switch template this "
        "thread_local throw true try typedef typeid typename typeof typeof_unqual uint16_t "
        "uint32_t uint64_t uint8_t union unsigned using virtual void volatile wchar_t while "
        "xor xor_eq ";
    return words.find(" " + name + " ") != std::string::npos;
}

void require_function_name(const std::string &who, const std::string &name, source_place where) {
    if (!is_identifier(name)) {
        throw user_error(who, "",
                         "the name becomes that of a C function: it has to be made of letters, "
                         "digits and _, not starting with a digit",
                         where);
    }
    if (is_reserved_word(name)) {
        throw user_error(who, "",
                         "the name becomes that of a C function, but is a word of C or C++, so "
                         "that the header would not compile; take another name",
                         where);
    }
    const std::string of_runtime = "halide_";
    if (name.compare(0, of_runtime.size(), of_runtime) == 0) {
        throw user_error(who, "",
                         "names that begin with " + of_runtime +
                             " are those of functions that generated code calls",
                         where);
    }
}

} // namespace tiramisu::core
