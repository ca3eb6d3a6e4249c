#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ElementTypes : public ::testing::Test, protected in_function {
protected:
    ElementTypes() : in_function("types") { in.store_in(&in_memory); }

    const var i{"i", 0, 16}, j{"j", 0, 8};
    buffer in_memory{"in_memory", {16, 8}, p_int32, a_input};
    input in{"in", {i, j}, p_int32};
    computation c{"c", {i, j}, in(i, j) + 1};

    static primitive_t type_of_output() {
        return analysis_of_current().resolved.arguments.back().type;
    }

    /// c, stored in a buffer of bytes, gives numbers that need more.
    void expect_whole_numbers(buffer &bytes) {
        const compiled_function f = current().compile({&in_memory, &bytes});
        std::int32_t given[128] = {}, found[128] = {};
        given[127] = 1000;
        EXPECT_EQ(0, f({{given, {16, 8}}, {found, {16, 8}}}));
        EXPECT_EQ(1001, found[127]);
        EXPECT_NE(0, f({{given, {16, 8}}, {reinterpret_cast<std::uint8_t *>(found), {16, 8}}}));
        EXPECT_THAT(compiled_function::error_text(),
                    HasSubstr("must be int32 (or, with argument_checks::memory, of its size)"));
    }
};

TEST_F(ElementTypes, OfWhatNobodyReadsAreThoseThatAreStored) {
    buffer bytes("bytes", {16, 8}, p_uint8, a_output);
    c.store_in(&bytes);
    EXPECT_EQ(p_int32, type_of_output());
    EXPECT_EQ(p_uint8, bytes.get_elements_type());
    expect_whole_numbers(bytes);
}

TEST_F(ElementTypes, AreToldOnce) {
    buffer bytes("bytes", {16, 8}, p_uint8, a_output);
    c.store_in(&bytes);
    type_of_output();
    type_of_output();
    EXPECT_THAT(
        current().notes(),
        ElementsAre(AllOf(HasSubstr("computation \"c\": store_in(&bytes)"),
                          HasSubstr("has type int32 but buffer \"bytes\" holds uint8; "
                                    "nobody reads it, so its elements are of type int32"))));
}

TEST_F(ElementTypes, AreAsDeclaredWhereTheyAgree) {
    buffer out("out", {16, 8}, p_int32, a_output);
    c.store_in(&out);
    EXPECT_EQ(p_int32, type_of_output());
    EXPECT_TRUE(current().notes().empty());
}

TEST_F(ElementTypes, OfWhatIsStagedAreTheSame) {
    buffer bytes("bytes", {16, 8}, p_uint8, a_output);
    c.store_in(&bytes);
    c.cache_write(i);
    expect_whole_numbers(bytes);
}

} // namespace
} // namespace tiramisu::testing
