#include "core/program/c_names.h"

#include "core/program/state.h"

namespace tiramisu::core {

bool is_reserved_word(const std::string &name) {
    // Keywords up to C23 and C++20, the names of types in headers of generated functions, and what
    // GNU compilers define.
    static constexpr std::string_view words =
        " _Alignas _Alignof _Atomic _BitInt _Bool _Complex _Decimal128 _Decimal32 _Decimal64 "
        "_Generic _Imaginary _Noreturn _Static_assert _Thread_local alignas alignof and "
        "and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t "
        "class co_await co_return co_yield compl concept const const_cast consteval constexpr "
        "constinit continue decltype default delete do double dynamic_cast else enum explicit "
        "export extern false float for friend goto if inline int int16_t int32_t int64_t "
        "int8_t linux long mutable namespace new noexcept not not_eq nullptr operator or or_eq "
        "private protected public register reinterpret_cast requires restrict return short "
        "signed sizeof static static_assert static_cast struct switch template this "
        "thread_local throw true try typedef typeid typename typeof typeof_unqual uint16_t "
        "uint32_t uint64_t uint8_t union unix unsigned using virtual void volatile wchar_t while "
        "xor xor_eq ";
    return words.find(" " + name + " ") != std::string::npos;
}

namespace {

/// Functions that generated code and the libraries below it call, or that programs begin with: one
/// more of the name takes their place where a program is linked. And what C's own headers define.
bool is_called(const std::string &name) {
    static constexpr std::string_view words =
        " _start main EOF GOMP_barrier GOMP_parallel NULL abort aligned_alloc assert bcmp bcopy "
        "bzero calloc close dlopen dlsym errno exit fopen fprintf fputs free fwrite getenv malloc "
        "memcmp memcpy memmove memset nan nanf open posix_memalign printf pthread_create putchar "
        "puts read realloc snprintf sprintf stderr stdin stdout strcmp strcpy strlen strncmp "
        "strncpy strtol write tiramisu_allocating tiramisu_argument_bytes "
        "tiramisu_delete_execution tiramisu_error_name tiramisu_execution_bytes "
        "tiramisu_get_num_threads tiramisu_new_execution tiramisu_set_error_handler "
        "tiramisu_set_execution tiramisu_set_least_parallel_time tiramisu_set_num_threads "
        "tiramisu_version ";
    static constexpr std::string_view of_floats =
        " acos acosh asin asinh atan atan2 atanh ceil cos cosh exp exp2 expm1 floor fma fmax fmin "
        "fmod log log10 log1p log2 nearbyint pow rint round roundeven sin sinh sqrt tan tanh "
        "trunc ";
    const auto is_among = [](std::string_view all, const std::string &one) {
        return all.find(" " + one + " ") != std::string::npos;
    };
    const bool is_single = !name.empty() && name.back() == 'f';
    return is_among(words, name) || is_among(of_floats, name) ||
           (is_single && is_among(of_floats, name.substr(0, name.size() - 1)));
}

} // namespace

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
    if (is_called(name)) {
        throw user_error(who, "",
                         "the name becomes that of a C function, but there is one of it already, "
                         "which programs call; take another name",
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
