// What is declared without a type.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

const char *const types = "p_boolean, p_uint8, p_uint16, p_uint32, p_uint64, p_int8, p_int16, "
                          "p_int32, p_int64, p_float32, p_float64, p_float16 or p_bfloat16";

class TypeErrors : public ::testing::Test {
protected:
    small_program p;

    static std::string at(int line) { return "types_test.cpp:" + std::to_string(line); }
};

TEST_F(TypeErrors, WhatIsReadHasAType) {
    const int line = __LINE__ + 1;
    const input untyped("untyped", {p.i}, p_none);
    const auto read = [&] { computation("D", {p.i}, untyped(p.i)); };
    EXPECT_TRUE(throws<user_error>(
        read, {at(line + 1) + ": computation \"untyped\": untyped(i): is read, but function "
                              "\"small\" declares it without a type (p_none), at ",
               at(line) + "; values are of type " + types + ": declare it with one of these"}));
}

TEST_F(TypeErrors, ArgumentsAndTemporariesHaveAType) {
    const int line = __LINE__ + 1;
    buffer untyped("untyped", {8}, p_none, a_input);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &p.c_mem, &untyped});
        },
        {at(line) +
         ": function \"small\": compile: buffer \"untyped\" was declared without a type (p_none); "
         "elements are of type " +
         types + ": declare it with one of these"}));
}

TEST_F(TypeErrors, AConversionNamesAType) {
    const int line = __LINE__ + 1;
    const auto convert = [&] { cast(p_none, p.i); };
    EXPECT_TRUE(throws<user_error>(convert, {at(line) +
                                             ": expression: cast(p_none, i): values are of "
                                             "type " +
                                             types + "; name one of these"}));
}

TEST_F(TypeErrors, AConstantHasAType) {
    const int line = __LINE__ + 1;
    const auto declare = [&] { constant("n", expr(4), p_none); };
    EXPECT_TRUE(throws<user_error>(declare, {at(line) +
                                             ": constant \"n\": has neither a value nor a "
                                             "type; its type is one of " +
                                             "p_boolean, p_uint8, p_uint16, p_uint32, p_uint64, "
                                             "p_int8, p_int16, p_int32, p_int64, p_float32 or "
                                             "p_float64"}));
}

} // namespace
} // namespace tiramisu::oracle
