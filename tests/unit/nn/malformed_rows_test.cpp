// Generated functions of layers with sparse weights, made to validate, and arrays that are no
// matrix in compressed rows. All of them lie between pages that may not be touched.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "nn/framework/program/kernel.h"
#include "nn/sparse/conv2d/solvers.h"
#include "nn/sparse/spmm/solvers.h"
#include "support/guarded_memory.h"

namespace tiramisu::nn {
namespace {

using ::testing::EndsWith;
using testing::guarded_memory;
using ::testing::HasSubstr;
using ints = std::vector<std::int32_t>;

options validating() {
    options opts;
    opts.checks = argument_checks::memory; // rows of all elements
    opts.validate = true;
    return opts;
}

std::int32_t elements_of_extents(const std::vector<std::int64_t> &extents) {
    return static_cast<std::int32_t>(
        std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>()));
}

struct row_arrays {
    ints starts, columns;
    std::int32_t nonzeros;
};

/// Both functions of a layer.
class validated_layer {
public:
    explicit validated_layer(const sparse_program &made, int values_of_offset = 1)
        : values_of_offset_(static_cast<std::size_t>(values_of_offset)),
          run_(made.run.compile(validating())), pack_(made.pack_pattern.compile(validating())),
          src_extents_(extents_of(made.run.arguments.front())),
          dst_extents_(extents_of(made.run.arguments.back())),
          starts_extents_(extents_of(made.pack_pattern.arguments.back())) {}

    /// What packing says; empty if nothing.
    std::string pack(const row_arrays &given) {
        guarded_memory<std::int32_t> row_starts(given.starts), columns(given.columns),
            offsets(ints(given.columns.size(), untouched)),
            starts(ints(static_cast<std::size_t>(elements_of_extents(starts_extents_)), untouched));
        const auto count = static_cast<std::int64_t>(given.columns.size());
        const int status = pack_({{row_starts.data(), {static_cast<int>(given.starts.size())}},
                                  {columns.data(), {count}},
                                  {offsets.data(), {count}},
                                  {starts.data(), starts_extents_},
                                  given.nonzeros});
        packed_offsets = offsets.elements();
        packed_starts = starts.elements();
        if (status == 0) {
            return "";
        }
        EXPECT_THAT(packed_offsets, ::testing::Each(untouched));
        EXPECT_THAT(packed_starts, ::testing::Each(untouched));
        return compiled_function::error_text();
    }

    /// What running says of a pattern.
    std::string run(const ints &given_offsets, const ints &given_starts, std::int32_t nonzeros) {
        guarded_memory<std::int32_t> offsets(given_offsets), starts(given_starts);
        const std::size_t of_values = given_offsets.size() * values_of_offset_;
        guarded_memory<float> values(std::vector<float>(of_values, 1.0f)),
            src(floats(src_extents_, 2.0f)), dst(floats(dst_extents_, -1.0f));
        const auto count = static_cast<std::int64_t>(given_offsets.size());
        const int status = run_({{src.data(), src_extents_},
                                 {values.data(), {static_cast<std::int64_t>(of_values)}},
                                 {offsets.data(), {count}},
                                 {starts.data(), starts_extents_},
                                 {dst.data(), dst_extents_},
                                 nonzeros});
        if (status == 0) {
            return "";
        }
        EXPECT_EQ(dst.elements(), floats(dst_extents_, -1.0f));
        return compiled_function::error_text();
    }

    ints packed_offsets, packed_starts;

private:
    static constexpr std::int32_t untouched = -77;

    std::size_t values_of_offset_;
    compiled_function run_, pack_;
    std::vector<std::int64_t> src_extents_, dst_extents_, starts_extents_;

    static std::vector<float> floats(const std::vector<std::int64_t> &extents, float value) {
        return std::vector<float>(static_cast<std::size_t>(elements_of_extents(extents)), value);
    }
};

struct layer_case {
    std::string problem, solver, configuration;
};

/// With one block of columns and with several, with strides, with gaps in the kernel.
std::vector<layer_case> layer_cases() {
    const std::string convolution = "conv2d ic=3 oc=3 ih=7 iw=9 kh=3 kw=3 ph=1 pw=1";
    return {{"spmm m=3 n=1 k=4", "dot", ""},
            {"spmm m=3 n=17 k=4", "panels", ""},
            {"spmm m=3 n=17 k=4", "panels", "copy=1,depth=2,vectors=1"},
            {"spmm m=3 n=5 k=4 transc=1", "naive", ""},
            {"spmm m=6 n=1 k=4 block=2", "block_rows", ""},
            {"spmm m=12 n=17 k=4 block=4", "panels", ""},
            {convolution, "naive", ""},
            {convolution, "lifted", ""},
            {convolution + " sw=2 dw=1", "shifted", ""},
            {convolution + " sh=2 sw=3 dh=1", "shifted", "c=1,slab=1,x=1,y=1"}};
}

struct compiled_layer {
    int rows, columns;
    validated_layer functions;
};

compiled_layer product(const layer_case &what) {
    const spmm_task task{spmm_problem::parse(what.problem), machine::here(), 0.5};
    const auto choice = all_spmm_solvers().by_name(task, what.solver, what.configuration, "", {});
    return {
        task.rows_of_blocks(), task.problem.k,
        validated_layer(choice.solver->generate(task, choice.values, "layer"), task.problem.block)};
}

compiled_layer convolution(const layer_case &what) {
    const sparse_conv2d_task asked{
        conv2d_problem::parse(what.problem), {}, machine::here(), 0.5, true};
    const sparse_conv2d_task task = asked.checked({});
    const auto choice =
        all_sparse_conv2d_solvers().by_name(task, what.solver, what.configuration, "", {});
    return {task.problem.oc, task.problem.ic * task.kernel_elements(),
            validated_layer(
                std::get<sparse_program>(choice.solver->generate(task, choice.values, "layer")))};
}

/// Compiled once for all tests.
compiled_layer &layer_of(const layer_case &what) {
    static std::map<std::string, compiled_layer> known;
    const std::string key = what.problem + what.solver + what.configuration;
    const auto found = known.find(key);
    if (found != known.end()) {
        return found->second;
    }
    const bool is_product = what.problem.rfind("spmm", 0) == 0;
    return known.emplace(key, is_product ? product(what) : convolution(what)).first->second;
}

/// A row that is full, an empty one, and one with the first and the last column.
row_arrays rows_for(const compiled_layer &layer) {
    const int columns = layer.columns;
    row_arrays made{
        {0, columns, columns, columns + 2}, ints(static_cast<std::size_t>(columns)), columns + 2};
    std::iota(made.columns.begin(), made.columns.end(), 0);
    made.columns.insert(made.columns.end(), {0, columns - 1});
    return made;
}

class MalformedRows : public ::testing::TestWithParam<layer_case> {
protected:
    compiled_layer &layer = layer_of(GetParam());
    validated_layer &functions = layer.functions;
    const row_arrays right = rows_for(layer);
    const std::int32_t last = layer.columns - 1, count = right.nonzeros;

    static std::string text(std::int32_t number) { return std::to_string(number); }

    void expect_packing_refused(const row_arrays &wrong, const std::string &what) {
        EXPECT_THAT(functions.pack(wrong), HasSubstr(what));
    }
    void expect_start_refused(std::size_t at, std::int32_t value, const std::string &legal) {
        row_arrays wrong = right;
        wrong.starts[at] = value;
        expect_packing_refused(wrong, "layer_pack_pattern: argument \"row_starts\": element " +
                                          std::to_string(at) + " is " + text(value) + ", must be " +
                                          legal);
    }
    void expect_column_refused(std::size_t at, std::int32_t value, const std::string &legal) {
        row_arrays wrong = right;
        wrong.columns[at] = value;
        expect_packing_refused(wrong, "layer_pack_pattern: argument \"column_indices\": element " +
                                          std::to_string(at) + " is " + text(value) + ", must be " +
                                          legal);
    }
};

INSTANTIATE_TEST_SUITE_P(Solvers, MalformedRows, ::testing::ValuesIn(layer_cases()),
                         [](const auto &each) {
                             return each.param.solver + "_" + std::to_string(each.index);
                         });

TEST_P(MalformedRows, AreNoneOfRightOnes) {
    EXPECT_EQ(functions.pack(right), "");
    EXPECT_EQ(functions.run(functions.packed_offsets, functions.packed_starts, count), "");
    const row_arrays empty{{0, 0, 0, 0}, {}, 0};
    EXPECT_EQ(functions.pack(empty), "");
    EXPECT_EQ(functions.run({}, functions.packed_starts, 0), "");
}

TEST_P(MalformedRows, AreNotPackedForTheirRowStarts) {
    expect_start_refused(0, 1, "0: the first row begins at the first element");
    expect_start_refused(0, -1, "0:");
    expect_start_refused(1, -1,
                         "from 0 to " + text(count) +
                             ": a row ends where it begins or later, and not after the "
                             "last element");
    expect_start_refused(2, last, "from " + text(last + 1) + " to " + text(count));
    expect_start_refused(2, 1 << 30, "from " + text(last + 1) + " to " + text(count));
    expect_start_refused(3, count - 1, text(count) + ": the last row ends after the last element");
    expect_start_refused(3, count + 1, "from " + text(last + 1) + " to " + text(count));
}

TEST_P(MalformedRows, AreNotPackedForTheirColumns) {
    const std::string legal = "from 0 to " + text(last) + ": the matrix has so many columns";
    expect_column_refused(0, -1, legal);
    expect_column_refused(static_cast<std::size_t>(count) - 1, last + 1, legal);
    expect_column_refused(1, 1 << 30, legal);
    expect_column_refused(1, 0, "at least 1: columns of a row ascend");
    row_arrays unsorted = right;
    std::swap(unsorted.columns[0], unsorted.columns[2]);
    expect_packing_refused(unsorted, "element 1 is 1, must be at least 3: columns of a row ascend");
}

TEST_P(MalformedRows, AreNotPackedBeyondTheirMemory) {
    row_arrays wrong = right;
    wrong.nonzeros = count + 1;
    wrong.starts.back()++;
    expect_packing_refused(wrong, "argument \"column_indices\" is too small: it has memory for " +
                                      text(4 * count) + " bytes, the function touches " +
                                      text(4 * count + 4));
    wrong.nonzeros = -1;
    expect_packing_refused(wrong, "argument \"nonzeros\" is -1, must be at least 0");
}

TEST_P(MalformedRows, AreNotMultipliedWhereAnyStartIsWrong) {
    ASSERT_EQ(functions.pack(right), "");
    const ints offsets = functions.packed_offsets, starts = functions.packed_starts;
    for (std::size_t i = 0; i < starts.size(); i++) {
        for (const std::int32_t wrong : {-1, count + 1, 1 << 30}) {
            ints changed = starts;
            changed[i] = wrong;
            EXPECT_THAT(functions.run(offsets, changed, count),
                        HasSubstr("layer: argument \"starts\": element"))

                << "starts[" << i << "] = " << wrong;
        }
    }
    ints changed = starts;
    changed[0] = 1;
    EXPECT_THAT(functions.run(offsets, changed, count), HasSubstr("element 0 is 1, must be 0"));
    changed = starts;
    changed[1]--; // where row 1 begins
    EXPECT_THAT(functions.run(offsets, changed, count),
                HasSubstr("element 1 is " + text(starts[1] - 1) + ", must be " + text(starts[1]) +
                          ": a row begins where the one before it ends"));
}

TEST_P(MalformedRows, AreNotMultipliedWhereAnyOffsetIsWrong) {
    ASSERT_EQ(functions.pack(right), "");
    const ints offsets = functions.packed_offsets, starts = functions.packed_starts;
    const std::int32_t largest = *std::max_element(offsets.begin(), offsets.end());
    for (std::size_t i = 0; i < offsets.size(); i++) {
        for (const std::int32_t wrong : {-1, largest + 1, 1 << 30}) {
            ints changed = offsets;
            changed[i] = wrong;
            EXPECT_THAT(functions.run(changed, starts, count),
                        EndsWith("layer: argument \"offsets\": element " + std::to_string(i) +
                                 " is " + text(wrong) + ", must be from 0 to " + text(largest) +
                                 ": no column has another offset"));
        }
    }
}

TEST_P(MalformedRows, AreNotMultipliedBeyondTheirMemory) {
    ASSERT_EQ(functions.pack(right), "");
    EXPECT_THAT(functions.run(functions.packed_offsets, functions.packed_starts, count + 1),
                HasSubstr("argument \"values\" is too small"));
    EXPECT_THAT(functions.run(functions.packed_offsets, functions.packed_starts, -1),
                HasSubstr("argument \"nonzeros\" is -1, must be at least 0"));
}

} // namespace
} // namespace tiramisu::nn
