#include "recorded_errors.h"

#include <HalideRuntime.h>
#include <gmock/gmock.h>

#include <functional>
#include <ostream>
#include <string>

namespace {

struct wrong_use {
    std::function<int(void *)> report;
    int code;
    const char *text;
};

void PrintTo(const wrong_use &wrong, std::ostream *out) {
    *out << wrong.text;
}

class ErrorText : public testing::TestWithParam<wrong_use> {};

TEST_P(ErrorText, NamesWhatWasFoundAndWhatIsNeeded) {
    const recorded_errors errors;
    int context = 0;
    EXPECT_EQ(GetParam().report(&context), GetParam().code);
    EXPECT_THAT(errors.messages(), testing::ElementsAre(GetParam().text));
    EXPECT_THAT(errors.contexts(), testing::ElementsAre(&context));
}

uint32_t bits_of(halide_type_t type) {
    return type.as_u32();
}

const wrong_use cases[] = {
    {[](void *c) { return halide_error_buffer_argument_is_null(c, "Input buffer in"); },
     halide_error_code_buffer_argument_is_null,
     "Input buffer in: a null pointer was given where a buffer is needed"},
    {[](void *c) { return halide_error_host_is_null(c, "Input buffer in"); },
     halide_error_code_host_is_null,
     "Input buffer in: the buffer has no memory (its host pointer is null)"},
    {[](void *c) {
         return halide_error_bad_type(c, "Input buffer in", bits_of({halide_type_uint, 8}),
                                      bits_of({halide_type_float, 32}));
     },
     halide_error_code_bad_type,
     "Input buffer in: the buffer has elements of type uint8, but float32 is needed"},
    {[](void *c) {
         return halide_error_bad_type(c, "Input buffer in", bits_of({halide_type_bfloat, 16}),
                                      bits_of({halide_type_int, 16, 4}));
     },
     halide_error_code_bad_type,
     "Input buffer in: the buffer has elements of type bfloat16, but int16x4 is needed"},
    {[](void *c) { return halide_error_bad_dimensions(c, "Output buffer out", 2, 3); },
     halide_error_code_bad_dimensions,
     "Output buffer out: the buffer has 2 dimensions, but 3 are needed"},
    {[](void *c) { return halide_error_access_out_of_bounds(c, "Input buffer in", 1, 0, 9, 0, 7); },
     halide_error_code_access_out_of_bounds,
     "Input buffer in: the buffer is too small: indices 0 to 9 of dimension 1 are used, but it has "
     "only 0 to 7"},
    {[](void *c) {
         return halide_error_buffer_allocation_too_large(c, "buffer t", 1ULL << 40, 1ULL << 31);
     },
     halide_error_code_buffer_allocation_too_large,
     "buffer t: the buffer takes 1099511627776 bytes, but at most 2147483648 are possible"},
    {[](void *c) { return halide_error_buffer_allocation_too_large(c, "_rows_buffer", 9, 8); },
     halide_error_code_buffer_allocation_too_large,
     "rows: the buffer takes 9 bytes, but at most 8 are possible"},
    {[](void *c) { return halide_error_buffer_extents_negative(c, "buffer t", 0, -3); },
     halide_error_code_buffer_extents_negative,
     "buffer t: the extent of dimension 0 of the buffer is -3, but must not be negative"},
    {[](void *c) { return halide_error_constraint_violated(c, "in.stride.0", 2, "1", 1); },
     halide_error_code_constraint_violated, "in.stride.0 is 2, but must be 1, which is 1"},
    {[](void *c) { return halide_error_param_too_small_i64(c, "n", -1, 0); },
     halide_error_code_param_too_small, "n is -1, but must be at least 0"},
    {[](void *c) { return halide_error_param_too_large_f64(c, "alpha", 1.5, 1.0); },
     halide_error_code_param_too_large, "alpha is 1.5, but must be at most 1"},
    {[](void *c) { return halide_error_out_of_memory(c); }, halide_error_code_out_of_memory,
     "out of memory: a temporary buffer could not be allocated"},
    {[](void *c) { return halide_error_requirement_failed(c, "(n > 3)", "n is too small"); },
     halide_error_code_requirement_failed, "n is too small (it must hold that (n > 3))"},
    {[](void *c) { return halide_error_extern_stage_failed(c, "sort", 7); }, 7,
     "sort: the external function returned error 7"},
};

INSTANTIATE_TEST_SUITE_P(Errors, ErrorText, testing::ValuesIn(cases),
                         [](const testing::TestParamInfo<wrong_use> &use) {
                             return std::to_string(use.index) + "_" +
                                    tiramisu_error_name(use.param.code);
                         });

TEST(LongErrorText, IsCut) {
    const recorded_errors errors;
    const std::string name(5000, 'x');
    halide_error_host_is_null(nullptr, name.c_str());
    ASSERT_EQ(errors.messages().size(), 1U);
    EXPECT_EQ(errors.messages()[0], name.substr(0, 1023));
}

} // namespace
