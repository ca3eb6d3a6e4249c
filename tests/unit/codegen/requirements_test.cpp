// What function::require() demands, in generated code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/guarded_memory.h"
#include "support/sparse_product.h"
#include "tiramisu/runtime.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ints = std::vector<std::int32_t>;

options validating(argument_checks checks = argument_checks::memory) {
    options opts;
    opts.checks = checks;
    opts.validate = true;
    return opts;
}

/// out[k] = table[index[k]], of 8 elements of the table.
struct lookup : in_function {
    lookup()
        : in_function("lookup"), count("count", p_int32), k("k", 0, count),
          index("index", {k}, p_int32), table("table", {var("e", 0, 8)}, p_int32),
          index_memory("index", {count}, p_int32, a_input),
          table_memory("table", {8}, p_int32, a_input),
          out_memory("out", {count}, p_int32, a_output) {
        index.store_in(&index_memory);
        table.store_in(&table_memory);
        computation out("out", {k}, table(index(k)));
        out.store_in(&out_memory);
        current().require({}, count, {}, 100, "so many are enough");
        current().require({k}, index(k), 0, 7, "the table has 8 elements");
    }

    std::vector<buffer *> arguments() { return {&index_memory, &table_memory, &out_memory}; }

    const constant count;
    const var k;
    input index, table;
    buffer index_memory, table_memory, out_memory;
};

/// Calls a lookup with arrays between pages that may not be touched.
struct lookup_call {
    int status;
    std::string text;
    ints out;

    lookup_call(const compiled_function &code, const ints &indices)
        : lookup_call(code, indices, static_cast<std::int32_t>(indices.size())) {}
    lookup_call(const compiled_function &code, const ints &indices, std::int32_t count) {
        guarded_memory<std::int32_t> index(indices), table({0, 10, 20, 30, 40, 50, 60, 70}),
            results(ints(indices.size(), -1));
        const auto size = static_cast<std::int64_t>(indices.size());
        status =
            code({{index.data(), {size}}, {table.data(), {8}}, {results.data(), {size}}, count});
        text = status == 0 ? "" : compiled_function::error_text();
        out = results.elements();
    }
};

TEST(Requirements, ThatAreMetChangeNothing) {
    lookup p;
    const lookup_call call(current().compile(p.arguments(), validating()), {7, 0, 3});
    EXPECT_EQ(call.status, 0) << call.text;
    EXPECT_EQ(call.out, (ints{70, 0, 30}));
}

TEST(Requirements, ThatAreNotMetAreReportedBeforeAnythingIsWritten) {
    lookup p;
    const compiled_function code = current().compile(p.arguments(), validating());
    for (const std::int32_t wrong : {8, -1, 1 << 30}) {
        const lookup_call call(code, {7, 0, wrong, 9});
        EXPECT_STREQ(tiramisu_error_name(call.status), "constraint_violated");
        EXPECT_EQ(call.text, "lookup: argument \"index\": element 2 is " + std::to_string(wrong) +
                                 ", must be from 0 to 7: the table has 8 elements");
        EXPECT_EQ(call.out, ints(4, -1));
    }
}

TEST(Requirements, HoldForScalarsToo) {
    lookup p;
    const lookup_call call(current().compile(p.arguments(), validating()), ints(101));
    EXPECT_EQ(call.text,
              "lookup: argument \"count\" is 101, must be at most 100: so many are enough");
}

TEST(Requirements, AreReadFromMemoryThatIsThere) {
    lookup p;
    const compiled_function code = current().compile(p.arguments(), validating());
    EXPECT_EQ(lookup_call(code, {1, 2, 3}, 4).text,
              "lookup: argument \"index\" is too small: it has memory for 12 bytes, the function "
              "touches 16");
}

TEST(Requirements, AreNotReadThroughNullPointers) {
    lookup p;
    std::int32_t none = 0;
    const compiled_function code =
        current().compile(p.arguments(), validating(argument_checks::none));
    EXPECT_NE(code({{static_cast<std::int32_t *>(nullptr), {1}}, {&none, {8}}, {&none, {1}}, 1}),
              0);
    EXPECT_THAT(compiled_function::error_text(), HasSubstr("\"index\" has no memory"));
}

TEST(Requirements, AreCheckedOnRequestOnly) {
    lookup p;
    EXPECT_THAT(current().stmt_text(p.arguments()), Not(HasSubstr("tiramisu_error_bad_element")));
    EXPECT_THAT(current().stmt_text(p.arguments(), validating()),
                HasSubstr("tiramisu_error_bad_element"));
}

/// The same lookup, which has fewer indices than places and says so in every call.
struct bounded_lookup : lookup {
    bounded_lookup() {
        current().require_in_every_call({}, count, 0, 4, "there are 4 places");
        current().require_in_every_call({k}, index(k), 0, 7, "the table has 8 elements");
    }
};

TEST(Requirements, OfEveryCallAreCheckedUnasked) {
    for (const argument_checks checks : {argument_checks::memory, argument_checks::exact}) {
        bounded_lookup p;
        options opts;
        opts.checks = checks;
        const compiled_function code = current().compile(p.arguments(), opts);
        EXPECT_EQ(lookup_call(code, {7, 0}).out, (ints{70, 0}));
        EXPECT_EQ(
            lookup_call(code, {7, 8}).text,
            "lookup: argument \"index\": element 1 is 8, must be from 0 to 7: the table has 8 "
            "elements");
        EXPECT_EQ(lookup_call(code, ints(5)).text,
                  "lookup: argument \"count\" is 5, must be from 0 to 4: there are 4 places");
    }
}

TEST(Requirements, OfScalarsInEveryCallComeBeforeSizesThatFollow) {
    bounded_lookup p;
    EXPECT_EQ(lookup_call(current().compile(p.arguments()), {7, 0}, -1).text,
              "lookup: argument \"count\" is -1, must be from 0 to 4: there are 4 places");
}

TEST(Requirements, OfEveryCallReadMemoryThatIsThere) {
    bounded_lookup p;
    options opts;
    opts.checks = argument_checks::memory;
    EXPECT_EQ(lookup_call(current().compile(p.arguments(), opts), {1, 2, 3}, 4).text,
              "lookup: argument \"index\" is too small: it has memory for 12 bytes, the function "
              "touches 16");
}

TEST(Requirements, OfEveryCallAreNotCheckedWhereNothingIs) {
    bounded_lookup p;
    options opts;
    opts.checks = argument_checks::none;
    EXPECT_THAT(current().stmt_text(p.arguments(), opts), Not(HasSubstr("tiramisu_error_bad")));
}

TEST(Requirements, MayBoundWhatTheNextOnesRead) {
    sparse_product p;
    current().require({p.f}, p.start(p.f), 0, p.elements, "rows are in the matrix");
    current().require({p.f}, p.start(p.f + 1), p.start(p.f), p.elements, "rows ascend");
    current().require({p.f, p.k}, p.column(p.k), 0, p.rows - 1, "the matrix is square");
    const compiled_function code = current().compile(p.arguments(), validating());
    const auto text_of = [&](const ints &starts, const ints &columns) {
        guarded_memory<std::int32_t> start(starts), column(columns), value({1, 2, 3}), x({5, 6}),
            y({-1, -1});
        const int status = code({{start.data(), {3}},
                                 {column.data(), {3}},
                                 {value.data(), {3}},
                                 {x.data(), {2}},
                                 {y.data(), {2}},
                                 2,
                                 3});
        EXPECT_EQ(y.elements(), status == 0 ? ints({17, 15}) : ints({-1, -1}));
        return status == 0 ? "" : compiled_function::error_text();
    };
    EXPECT_EQ(text_of({0, 2, 3}, {0, 1, 0}), "");
    EXPECT_THAT(text_of({0, 1 << 30, 3}, {0, 1, 0}), HasSubstr("element 1 is 1073741824"));
    EXPECT_THAT(text_of({0, 2, 1}, {0, 1, 0}), HasSubstr("element 2 is 1, must be from 2 to 3"));
    EXPECT_THAT(text_of({0, 2, 3}, {0, 1, 2}),
                HasSubstr("\"column_memory\": element 2 is 2, must be from 0 to 1"));
}

} // namespace
} // namespace tiramisu::testing
