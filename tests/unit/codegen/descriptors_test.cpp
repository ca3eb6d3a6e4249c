// What generated functions make of the structures that they are handed: a table of structures by
// what is checked, for code in this process and for linked objects.
#include <cstring>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <HalideRuntime.h>
#include <dlfcn.h>

#include "support/functions.h"
#include "support/temporary_folder.h"
#include "tiramisu/runtime.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

constexpr int rows = 4, columns = 8, elements = rows * columns;
constexpr std::int32_t large = INT32_MAX;

/// The structures of an input and an output of 4 rows of 8 integers, and memory for any of them.
struct arguments {
    arguments() {
        for (int k = 0; k < 4096; ++k) {
            memory[k] = k * 7 % 31;
        }
        describe(in, in_dimensions, memory + 1024);
        describe(out, out_dimensions, memory + 2048);
        std::fill_n(results(), elements, -1);
    }
    arguments(const arguments &) = delete;

    std::int32_t *values() { return reinterpret_cast<std::int32_t *>(in.host); }
    std::int32_t *results() { return reinterpret_cast<std::int32_t *>(out.host); }

    std::int32_t memory[4096];
    halide_dimension_t in_dimensions[3], out_dimensions[3];
    halide_buffer_t in, out;

private:
    static void describe(halide_buffer_t &what, halide_dimension_t *dimensions,
                         std::int32_t *where) {
        what = {};
        dimensions[0] = {0, columns, 1};
        dimensions[1] = {0, rows, columns};
        what.host = reinterpret_cast<std::uint8_t *>(where);
        what.type = halide_type_t(halide_type_int, 32);
        what.dimensions = 2;
        what.dim = dimensions;
    }
};

/// Describes the input in another way.
std::function<void(arguments &)> described_as(const std::vector<halide_dimension_t> &all) {
    return [all](arguments &given) {
        std::copy(all.begin(), all.end(), given.in_dimensions);
        given.in.dimensions = static_cast<std::int32_t>(all.size());
    };
}

/// What is changed, and what is said of it with argument_checks::memory and exact: nothing where it
/// is accepted.
struct table_row {
    const char *name;
    std::function<void(arguments &)> change;
    const char *memory;
    const char *exact;
};

const char *const not_dense = "the memory has to be dense; pass a dense copy";

const std::vector<table_row> &table() {
    using as = arguments;
    static const std::vector<table_row> all = {
        {"as declared", [](as &) {}, "", ""},
        {"other coordinates", described_as({{5, columns, 1}, {-3, rows, columns}}), "", ""},
        {"one dimension", described_as({{0, elements, 1}}), "",
         "argument \"in\" has 1 dimensions, must have 2"},
        {"a further dimension", described_as({{0, columns, 1}, {0, rows, columns}, {0, 1, 0}}), "",
         "argument \"in\" has 3 dimensions, must have 2"},
        {"swapped extents", described_as({{0, rows, 1}, {0, columns, rows}}), "",
         "has extent 8 in dimension 1 (0 is the innermost of 2), must be 4"},
        {"more rows", described_as({{0, columns, 1}, {0, rows + 1, columns}}), "",
         "has extent 5 in dimension 1 (0 is the innermost of 2), must be 4"},
        {"transposed", described_as({{0, columns, rows}, {0, rows, 1}}), "",
         "has stride 1 in dimension 1 (0 is the innermost of 2), must be 8: rows have to lie"},
        {"too small", described_as({{0, elements - 1, 1}}),
         "is too small: it has memory for 124 bytes, the function touches 128",
         "has 1 dimensions, must have 2"},
        {"too few rows", described_as({{0, columns, 1}, {0, rows - 1, columns}}),
         "is too small: it has memory for 96 bytes, the function touches 128", "has extent 3"},
        {"extent 0", described_as({{0, 0, 1}, {0, rows, columns}}),
         "is too small: it has memory for 0 bytes, the function touches 128", "has extent 0"},
        {"cropped columns", described_as({{30, columns, 1}, {10, rows, 100}}), not_dense,
         not_dense},
        {"cropped rows", described_as({{0, columns, 1}, {10, rows, columns}}), "", ""},
        {"every second element", described_as({{0, columns, 2}, {0, rows, 2 * columns}}), not_dense,
         not_dense},
        {"negative strides", described_as({{0, columns, -1}, {0, rows, -columns}}), not_dense,
         not_dense},
        {"strides of 0", described_as({{0, columns, 0}, {0, rows, 0}}), not_dense, not_dense},
        {"rows over each other", described_as({{0, columns, 1}, {0, rows, 4}}), not_dense,
         not_dense},
        {"negative extent", described_as({{0, -columns, 1}, {0, rows, columns}}),
         "has extent -8 in dimension 0", "has extent -8 in dimension 0"},
        {"two negative extents", described_as({{0, -large, large}, {0, -large, large}}),
         "has extent -2147483647 in dimension 0", "has extent -2147483647 in dimension 0"},
        {"strides that overflow",
         described_as({{0, large, large}, {0, large, large}, {0, large, large}}), not_dense,
         not_dense},
        {"extents that overflow", described_as({{0, large, 1}, {0, large, large}}),
         "describes memory of 2^63 bytes or more", "describes memory of 2^63 bytes or more"},
        {"no dimensions", [](as &a) { a.in.dim = nullptr; },
         "has 2 dimensions, but its field dim is null",
         "has 2 dimensions, but its field dim is null"},
        {"negative rank", [](as &a) { a.in.dimensions = -1; },
         "has -1 dimensions, must have at least 0", "has -1 dimensions, must have at least 0"},
        {"nothing but the address",
         [](as &a) {
             std::uint8_t *host = a.in.host;
             a.in = {};
             a.in.host = host;
         },
         "", "has elements of type int0, must be int32"},
        {"another type of that size",
         [](as &a) { a.in.type = halide_type_t(halide_type_float, 32); }, "",
         "has elements of type float32, must be int32"},
        {"smaller elements", [](as &a) { a.in.type = halide_type_t(halide_type_uint, 8); },
         "has elements of type uint8, must be int32 (or, with argument_checks::memory, of its "
         "size)",
         "has elements of type uint8, must be int32 (or, with argument_checks::memory, of its "
         "size)"},
        {"larger elements", [](as &a) { a.in.type = halide_type_t(halide_type_float, 64); },
         "has elements of type float64, must be int32 (or, with argument_checks::memory, of its "
         "size)",
         "has elements of type float64, must be int32 (or, with argument_checks::memory, of its "
         "size)"},
    };
    return all;
}

using function_of_two = int (*)(halide_buffer_t *, halide_buffer_t *);

/// The status of a call, and what was reported.
struct outcome {
    outcome(function_of_two code, halide_buffer_t *in, halide_buffer_t *out) {
        text.clear();
        const tiramisu_error_handler before =
            tiramisu_set_error_handler([](void *, const char *message) { text = message; });
        status = code(in, out);
        tiramisu_set_error_handler(before);
    }
    int status;
    static inline std::string text;
};

/// out(i, j) = in(i, j) + 1, or + in(i, 7 - j), which has to be read before it is overwritten.
struct small_program {
    explicit small_program(bool mirrored)
        : opened("small"), i("i", 0, rows), j("j", 0, columns), in("in", {i, j}, p_int32),
          out("out", {i, j}, mirrored ? in(i, j) + in(i, columns - 1 - j) : in(i, j) + 1),
          in_memory("in", {rows, columns}, p_int32, a_input),
          out_memory("out", {rows, columns}, p_int32, a_output) {
        in.store_in(&in_memory);
        out.store_in(&out_memory);
        out.vectorize(j, 4);
    }
    in_function opened;
    var i, j;
    input in;
    computation out;
    buffer in_memory, out_memory;

    std::vector<buffer *> arguments() { return {&in_memory, &out_memory}; }
};

/// The code of a program, in this process or linked from an object.
class small_code {
public:
    small_code(argument_checks checks, bool is_object, bool mirrored = false) {
        small_program made(mirrored);
        options opts;
        opts.checks = checks;
        if (is_object) {
            current().codegen(made.arguments(), folder_ / "small.o", opts);
            link();
        } else {
            compiled_ = current().compile(made.arguments(), opts);
            call_ = reinterpret_cast<function_of_two>(compiled_.address());
        }
    }
    ~small_code() {
        if (library_ != nullptr) {
            dlclose(library_);
        }
    }
    small_code(const small_code &) = delete;

    outcome operator()(arguments &given) const { return {call_, &given.in, &given.out}; }

private:
    temporary_folder folder_;
    compiled_function compiled_;
    void *library_ = nullptr;
    function_of_two call_ = nullptr;

    void link() {
        const std::string path = folder_ / "small.so";
        const command_result linked =
            run_command(TIRAMISU_C_LINKER " -shared -o " + path + " " + (folder_ / "small.o"));
        ASSERT_EQ(0, linked.status) << linked.output;
        library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(nullptr, library_) << dlerror();
        call_ = reinterpret_cast<function_of_two>(dlsym(library_, "small"));
    }
};

class Descriptors : public ::testing::TestWithParam<std::tuple<argument_checks, bool>> {
protected:
    argument_checks checks = std::get<0>(GetParam());
    bool is_object = std::get<1>(GetParam());

    std::string expected(const table_row &row) const {
        return checks == argument_checks::none     ? ""
               : checks == argument_checks::memory ? row.memory
                                                   : row.exact;
    }

    /// Nothing is written where something is said, else what follows from the memory.
    void expect(const std::string &text, const outcome &found, arguments &given) const {
        const std::vector<std::int32_t> results(given.results(), given.results() + elements);
        if (!text.empty()) {
            EXPECT_NE(0, found.status);
            EXPECT_THAT(outcome::text, HasSubstr(text));
            EXPECT_THAT(results, Each(-1));
            return;
        }
        EXPECT_EQ(0, found.status) << outcome::text;
        for (int k = 0; k < elements; ++k) {
            EXPECT_EQ(given.values()[k] + 1, results[static_cast<std::size_t>(k)]) << k;
        }
    }
};

TEST_P(Descriptors, AreHonouredOrRefused) {
    const small_code code(checks, is_object);
    for (const table_row &row : table()) {
        SCOPED_TRACE(row.name);
        arguments given;
        row.change(given);
        expect(expected(row), code(given), given);
    }
}

TEST_P(Descriptors, OfOutputsAreAsThoseOfInputs) {
    const small_code code(checks, is_object);
    for (const table_row &row : table()) {
        SCOPED_TRACE(row.name);
        arguments given;
        row.change(given);
        std::swap(given.in, given.out); // and their memory
        std::fill_n(given.results(), elements, -1);
        std::string text = expected(row);
        const std::size_t name = text.find("\"in\"");
        if (name != std::string::npos) {
            text.replace(name, 4, "\"out\"");
        }
        expect(text, code(given), given);
    }
}

TEST_P(Descriptors, MemoryIsThere) {
    if (checks == argument_checks::none) {
        return; // nobody looks
    }
    const small_code code(checks, is_object);
    arguments given;
    given.in.host = nullptr;
    EXPECT_NE(0, code(given).status);
    EXPECT_THAT(outcome::text, HasSubstr("argument \"in\" has no memory: its field host is null"));
    EXPECT_THAT(std::vector<std::int32_t>(given.results(), given.results() + elements), Each(-1));
}

TEST_P(Descriptors, OutputsDoNotOverlapWhatIsRead) {
    const small_code code(checks, is_object);
    const char *text = "arguments \"out\" and \"in\" overlap in memory, and the first is written: "
                       "pass memory of its own for each, or declare one buffer for both";
    for (const int distance : {-elements + 1, -1, 1, elements - 1}) {
        arguments given;
        given.in.host = given.out.host + distance * 4;
        const outcome found = code(given);
        EXPECT_EQ(checks == argument_checks::none, found.status == 0) << distance;
        EXPECT_THAT(outcome::text, HasSubstr(checks == argument_checks::none ? "" : text));
    }
    for (const int distance : {-elements, elements}) {
        arguments given;
        given.in.host = given.out.host + distance * 4;
        expect("", code(given), given);
    }
}

TEST_P(Descriptors, WhatIsReadBeforeItIsWrittenMayBeInPlace) {
    const small_code code(checks, is_object);
    arguments given;
    const std::vector<std::int32_t> before(given.values(), given.values() + elements);
    EXPECT_EQ(0, outcome(code(given)).status);
    given.out.host = given.in.host;
    EXPECT_EQ(0, code(given).status) << outcome::text;
    for (int k = 0; k < elements; ++k) {
        EXPECT_EQ(before[static_cast<std::size_t>(k)] + 1, given.results()[k]) << k;
    }
}

TEST_P(Descriptors, WhatIsReadLaterMayNotBeInPlace) {
    const small_code code(checks, is_object, true);
    arguments given;
    given.out.host = given.in.host;
    EXPECT_EQ(checks == argument_checks::none, code(given).status == 0);
    EXPECT_THAT(outcome::text, HasSubstr(checks == argument_checks::none ? "" : "overlap"));
}

INSTANTIATE_TEST_SUITE_P(All, Descriptors,
                         ::testing::Combine(::testing::Values(argument_checks::none,
                                                              argument_checks::memory,
                                                              argument_checks::exact),
                                            ::testing::Bool()));

} // namespace
} // namespace tiramisu::testing
