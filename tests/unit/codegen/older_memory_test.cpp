// What older programs say of memory: types that differ, storage that is given twice, values that
// are overwritten on purpose.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(OlderMemory, AnInputIsReadAsTheTypeThatItIsDeclaredWith) {
    init("input_types");
    const var i("i", 0, 4);
    buffer in_mem("in_mem", {4}, p_int32, a_input), out("out", {4}, p_float64, a_output);
    input in("in", {i}, p_float64);
    in.store_in(&in_mem);
    computation c("c", {i}, in(i)*0.5);
    c.store_in(&out);
    std::vector<std::int32_t> numbers = {1, 2, 3, -5};
    std::vector<double> result(4);
    ASSERT_EQ(0, current().compile({&in_mem, &out})({{numbers.data(), {4}}, {result.data(), {4}}}));
    EXPECT_EQ((std::vector<double>{0.5, 1, 1.5, -2.5}), result);
    EXPECT_THAT(current().notes(),
                ElementsAre(HasSubstr("computation \"in\": store_in(&in_mem): has type float64 but "
                                      "buffer \"in_mem\" holds int32; it stores nothing, so what "
                                      "is read is converted to float64")));
}

TEST(OlderMemory, AnInputOfAnotherTypeIsStaged) {
    init("staged_types");
    const var i("i", 0, 8), outer("outer"), inner("inner");
    buffer in_mem("in_mem", {8}, p_uint8, a_input), out("out", {8}, p_int32, a_output);
    input in("in", {i}, p_int32);
    in.store_in(&in_mem);
    computation c("c", {i}, in(i)*1000);
    c.store_in(&out);
    c.split(i, 4, outer, inner);
    c.cache_read(in, outer);
    std::vector<std::uint8_t> numbers = {0, 1, 2, 3, 4, 5, 6, 255};
    std::vector<std::int32_t> result(8);
    ASSERT_EQ(0, current().compile({&in_mem, &out})({{numbers.data(), {8}}, {result.data(), {8}}}));
    EXPECT_EQ(255000, result[7]);
}

TEST(OlderMemory, ALiteralIsStoredAsTheTypeOfTheBufferThatIsRead) {
    init("literal_types");
    const var i("i", 0, 4);
    buffer mem("mem", {4}, p_float32, a_temporary), out("out", {4}, p_float32, a_output);
    computation pad("pad", {i}, -1), b("b", {var("i", 1, 3)}, 2.5f);
    input all("all", {i}, p_float32);
    computation c("c", {i}, all(i) * 2);
    pad.store_in(&mem);
    b.store_in(&mem);
    all.store_in(&mem);
    c.store_in(&out);
    pad.then(b, computation::root).then(c, computation::root);
    std::vector<float> result(4);
    ASSERT_EQ(0, current().compile({&out})({{result.data(), {4}}}));
    EXPECT_EQ((std::vector<float>{-2, 5, 5, -2}), result);
    EXPECT_THAT(current().notes(),
                ElementsAre(HasSubstr("\"pad\": store_in(&mem): has type int32 but buffer \"mem\" "
                                      "holds float32; its value is a literal, which is stored as "
                                      "float32")));
}

TEST(OlderMemory, ALiteralThatTheTypeDoesNotHoldIsRefused) {
    init("inexact");
    const var i("i", 0, 4);
    buffer mem("mem", {4}, p_float32, a_temporary), out("out", {4}, p_int32, a_output);
    computation pad("pad", {i}, 16777217), c("c", {i}, pad(i));
    pad.store_in(&mem);
    c.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { current().compile({&out}); },
                                   {"\"pad\"", "the types must be equal"}));
}

TEST(OlderMemory, AnArgumentThatIsFoldedHasTheSizesThatAreLeft) {
    init("folded_argument");
    function f = current();
    buffer mem("mem", {10, 10}, p_int32, a_output);
    computation s("{s[i, j]: 0 <= i < 10 and 0 <= j < 10}", var("i") + var("j"), true, p_int32, &f);
    s.set_access("{s[i, j]->mem[i, j]}");
    s.storage_fold(var("i"), 2);
    s.storage_fold(var("j"), 3);
    std::vector<std::int32_t> result(6);
    ASSERT_EQ(0, f.compile({&mem})({{result.data(), {2, 3}}}));
    EXPECT_EQ((std::vector<std::int32_t>{17, 15, 16, 18, 16, 17}), result);
}

TEST(OlderMemory, OfSeveralStoresTheLastOneCounts) {
    init("stored_twice");
    const var i("i", 0, 4);
    buffer out("out", {2}, p_int32, a_output), other("other", {4, 4}, p_int32, a_output);
    computation c("c", {i}, i * 2);
    c.store_in(&other);
    c.store_in(&out, {i % 2, i});
    c.store_in(&out, {i / 2});
    std::vector<std::int32_t> result(2);
    ASSERT_EQ(0, current().compile({&out})({{result.data(), {2}}}));
    EXPECT_EQ((std::vector<std::int32_t>{2, 6}), result);
    c.store_in(&out, {i, i});
    c.store_in({i}, {4});
    computation d("d", {i}, c(i) + 1);
    d.store_in(&out, {i / 2});
    ASSERT_EQ(0, current().compile({&out})({{result.data(), {2}}}));
    EXPECT_EQ((std::vector<std::int32_t>{3, 7}), result);
}

/// Two computations that set the same elements, and a reader of the first one.
struct overwritten {
    explicit overwritten(const std::string &name) : opened((init(name), 0)) {
        first.store_in(&mem);
        second.store_in(&mem);
        reader.store_in(&out);
        first.then(second, computation::root).then(reader, computation::root);
    }

    int opened; ///< opens the function before the rest is made
    var i{"i", 0, 4};
    buffer mem{"mem", {4}, p_int32, a_temporary}, out{"out", {4}, p_int32, a_output};
    computation first{"first", {i}, i * 2}, second{"second", {i}, i * 10};
    computation reader{"reader", {i}, first(i) + 1};

    std::vector<std::int32_t> result() {
        std::vector<std::int32_t> values(4);
        EXPECT_EQ(0, current().compile({&out})({{values.data(), {4}}}));
        return values;
    }
};

TEST(OlderMemory, WhatWasOverwrittenWhenTheOrderWasFixedIsReadFromMemory) {
    overwritten p("overwritten");
    perform_full_dependency_analysis();
    EXPECT_TRUE(check_legality_of_function());
    EXPECT_EQ((std::vector<std::int32_t>{1, 11, 21, 31}), p.result());
    EXPECT_THAT(current().notes(),
                ElementsAre(HasSubstr("computation \"reader\": reads \"first\" after computation "
                                      "\"second\" has overwritten the value: it gets what is in "
                                      "memory, as in the order that "
                                      "perform_full_dependency_analysis() has fixed")));
}

TEST(OlderMemory, WhatIsOverwrittenOtherwiseIsRefused) {
    const std::string problem =
        "reads \"first\" after computation \"second\" has overwritten the value";
    overwritten without("never_fixed");
    EXPECT_TRUE(throws<user_error>([&] { without.result(); }, {problem}));
    overwritten later("stored_later");
    buffer apart("apart", {4}, p_int32, a_temporary);
    later.second.store_in(&apart);
    perform_full_dependency_analysis();
    later.second.store_in(&later.mem);
    EXPECT_TRUE(throws<user_error>([&] { later.result(); }, {problem}));
}

} // namespace
} // namespace tiramisu::testing
