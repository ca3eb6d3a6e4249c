// The generated functions of sparse recurrent layers, made to validate, and arrays that are no
// matrices in compressed rows. All of them lie between pages that may not be touched.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nn/framework/program/kernel.h"
#include "nn/sparse/recurrent/solvers.h"
#include "support/guarded_memory.h"
#include "tiramisu/nn/sparse_recurrent.h"

namespace tiramisu::nn {
namespace {

using testing::guarded_memory;
using ::testing::HasSubstr;
using ints = std::vector<std::int32_t>;
using ::testing::StartsWith;

constexpr std::int32_t untouched = -77;

/// One layer of 5 units on 3 channels: rows 0 to 4 meet the input, 5 to 9 the hidden state.
const recurrent_problem small = recurrent_problem::parse("rnn_relu t=2 mb=2 ic=3 hc=5");

sparse_recurrent_program generated(const recurrent_problem &problem, const std::string &solver,
                                   compiled_function &run, compiled_function &pack) {
    options opts;
    opts.checks = argument_checks::memory; // rows of all elements
    opts.validate = true;
    const sparse_recurrent_task task{problem, machine::here(), 0.5};
    const auto choice = all_sparse_recurrent_solvers().by_name(task, solver, "", "", {});
    sparse_recurrent_program made = choice.solver->generate(task, choice.values, "layer");
    run = made.run.compile(opts);
    pack = made.pack.compile(opts);
    return made;
}

/// Packs matrices that have one element in all.
class single_element {
public:
    single_element(const std::string &problem, int rows, const std::string &solver)
        : rows_(static_cast<std::size_t>(rows)) {
        compiled_function run;
        const sparse_recurrent_program made =
            generated(recurrent_problem::parse(problem), solver, run, pack_);
        starts_.resize(static_cast<std::size_t>(made.rows) + 1);
        places_.resize(static_cast<std::size_t>(made.rows));
        offsets_.resize(1 + static_cast<std::size_t>(made.fillings));
        values_.resize(offsets_.size());
    }

    /// What packing says; empty if nothing.
    std::string pack(std::size_t row, std::int32_t column) {
        ints row_starts(rows_ + 1, 1);
        std::fill_n(row_starts.begin(), row + 1, 0);
        const float value = 1;
        const int status = pack_({elements_of(row_starts),
                                  {&column, {1}},
                                  {&value, {1}},
                                  elements_of(starts_),
                                  elements_of(places_),
                                  elements_of(offsets_),
                                  elements_of(values_),
                                  1,
                                  static_cast<std::int32_t>(offsets_.size())});
        return status == 0 ? "" : compiled_function::error_text();
    }

private:
    compiled_function pack_;
    std::size_t rows_;
    ints starts_, places_, offsets_;
    std::vector<float> values_;
};

class MalformedRecurrentRows : public ::testing::TestWithParam<std::string> {
protected:
    // Row 0 has all channels, row 9 all units.
    const ints row_starts{0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8}, columns{0, 1, 2, 0, 1, 2, 3, 4};
    std::int32_t packed_elements = 0;
    ints offsets, starts, places;

    MalformedRecurrentRows() {
        const sparse_recurrent_program made = generated(small, GetParam(), run_, pack_);
        packed_elements = 8 + made.fillings;
        rows_ = static_cast<std::size_t>(made.rows);
        for (const buffer &one : made.run.arguments) {
            if (one.get_dim_sizes().size() == 3) {
                tensors_.push_back(extents_of(one));
            }
        }
    }

    /// What packing says; empty if nothing.
    std::string pack(const ints &given_starts, const ints &given_columns) {
        return pack(given_starts, given_columns, packed_elements);
    }
    std::string pack(const ints &given_starts, const ints &given_columns, std::int32_t packed) {
        guarded_memory<std::int32_t> from_starts(given_starts), from_columns(given_columns),
            to_offsets(ints(static_cast<std::size_t>(packed), untouched)),
            to_starts(ints(rows_ + 1, untouched)), to_places(ints(rows_, untouched));
        guarded_memory<float> values(std::vector<float>(8, 1.0f)),
            to_values(std::vector<float>(static_cast<std::size_t>(packed), -1.0f));
        const int status = pack_({{from_starts.data(), {11}},
                                  {from_columns.data(), {8}},
                                  {values.data(), {8}},
                                  {to_starts.data(), {static_cast<std::int64_t>(rows_) + 1}},
                                  {to_places.data(), {static_cast<std::int64_t>(rows_)}},
                                  {to_offsets.data(), {packed}},
                                  {to_values.data(), {packed}},
                                  8,
                                  packed});
        offsets = to_offsets.elements();
        starts = to_starts.elements();
        places = to_places.elements();
        if (status == 0) {
            return "";
        }
        EXPECT_THAT(offsets, ::testing::Each(untouched));
        EXPECT_THAT(starts, ::testing::Each(untouched));
        EXPECT_THAT(places, ::testing::Each(untouched));
        return compiled_function::error_text();
    }

    /// What running says.
    std::string run(const ints &given_offsets, const ints &given_starts, const ints &given_places) {
        guarded_memory<std::int32_t> from_offsets(given_offsets), from_starts(given_starts),
            from_places(given_places);
        guarded_memory<float> values(std::vector<float>(given_offsets.size(), 0.5f)),
            src(std::vector<float>(12, 1.0f)), h0(std::vector<float>(10, 1.0f)),
            dst(std::vector<float>(20, -1.0f)), hn(std::vector<float>(10, -1.0f));
        const auto count = static_cast<std::int64_t>(given_offsets.size());
        const int status = run_({{src.data(), tensors_[0]},
                                 {values.data(), {count}},
                                 {from_offsets.data(), {count}},
                                 {from_starts.data(), {static_cast<std::int64_t>(rows_) + 1}},
                                 {from_places.data(), {static_cast<std::int64_t>(rows_)}},
                                 {h0.data(), tensors_[1]},
                                 {dst.data(), tensors_[2]},
                                 {hn.data(), tensors_[3]},
                                 static_cast<std::int32_t>(count)});
        if (status == 0) {
            return "";
        }
        EXPECT_THAT(dst.elements(), ::testing::Each(-1.0f));
        EXPECT_THAT(hn.elements(), ::testing::Each(-1.0f));
        return compiled_function::error_text();
    }

    /// Of two matrices of one gate; `naive` has blocks of one unit.
    std::size_t rows_of_block() const { return GetParam() == "naive" ? 1 : places.size() / 2; }

    static ints changed(ints values, std::size_t at, std::int32_t to) {
        values[at] = to;
        return values;
    }

private:
    compiled_function run_, pack_;
    std::size_t rows_ = 0;
    std::vector<std::vector<std::int64_t>> tensors_; ///< src, h0, dst, hn
};

INSTANTIATE_TEST_SUITE_P(Solvers, MalformedRecurrentRows,
                         ::testing::Values("sequence_lanes", "naive"));

TEST_P(MalformedRecurrentRows, AreNoneOfRightOnes) {
    EXPECT_EQ(pack(row_starts, columns), "");
    EXPECT_EQ(run(offsets, starts, places), "");
}

TEST_P(MalformedRecurrentRows, AreNotPacked) {
    const std::string of_starts = "layer_pack_weights: argument \"row_starts\": element ";
    EXPECT_THAT(pack(changed(row_starts, 0, 1), columns),
                StartsWith(of_starts + "0 is 1, must be 0"));
    EXPECT_THAT(pack(changed(row_starts, 4, 2), columns),
                StartsWith(of_starts + "4 is 2, must be from 3 to 8"));
    EXPECT_THAT(pack(changed(row_starts, 10, 9), columns),
                StartsWith(of_starts + "10 is 9, must be from 3 to 8"));
    EXPECT_THAT(pack(changed(row_starts, 10, 7), columns),
                StartsWith(of_starts + "10 is 7, must be 8"));
    const std::string of_columns = "layer_pack_weights: argument \"column_indices\": element ";
    EXPECT_THAT(pack(row_starts, changed(columns, 2, 3)),
                StartsWith(of_columns + "2 is 3, must be from 0 to 2"));
    EXPECT_THAT(pack(row_starts, changed(columns, 7, 5)),
                StartsWith(of_columns + "7 is 5, must be from 0 to 4"));
    EXPECT_THAT(pack(row_starts, changed(columns, 4, 0)),
                StartsWith(of_columns + "4 is 0, must be at least 1: columns of a row ascend"));
}

TEST_P(MalformedRecurrentRows, OfALayerAboveTwoDirectionsHaveTheUnitsOfBoth) {
    single_element layer("rnn_relu l=2 ic=3 hc=5 direction=bidirectional", 40, GetParam());
    EXPECT_EQ(layer.pack(20, 9), "");
    EXPECT_THAT(layer.pack(20, 10), HasSubstr("element 0 is 10, must be from 0 to 9"));
}

TEST_P(MalformedRecurrentRows, OfAProjectionHaveTheUnits) {
    single_element layer("lstm ic=3 hc=5 proj=2", 42, GetParam());
    EXPECT_EQ(layer.pack(40, 4), "");
    EXPECT_THAT(layer.pack(40, 5), HasSubstr("element 0 is 5, must be from 0 to 4"));
    EXPECT_EQ(layer.pack(39, 1), "");
    EXPECT_THAT(layer.pack(39, 2), HasSubstr("element 0 is 2, must be from 0 to 1"));
}

TEST_P(MalformedRecurrentRows, AreNoneOfFullMatricesInProcess) {
    const auto problem =
        recurrent_problem::parse("lstm l=2 t=3 mb=2 ic=3 hc=5 proj=2 direction=bidirectional");
    sparse_recurrent_options opts;
    opts.solver = GetParam();
    opts.compiled.validate = true;
    const sparse_recurrent layer(problem, opts);
    const std::vector<float> ones(100, 1.0f);
    sparse_recurrent_weights weights;
    const auto add = [&](int height, int width) {
        weights.matrices.push_back(sparse::csr_matrix::from_dense(height, width, ones.data()));
    };
    for (int k = 0; k < problem.l; k++) {
        for (int d = 0; d < problem.directions(); d++) {
            add(20, problem.slc(k));
            add(20, 2);
            add(2, 5);
        }
    }
    std::vector<float> dst(problem.dst_count());
    recurrent_data data;
    data.src = ones.data();
    data.dst = dst.data();
    EXPECT_NO_THROW(layer.run(data, layer.pack(weights)));
    EXPECT_GT(dst.front(), 0);
}

TEST_P(MalformedRecurrentRows, AreNotPackedIntoLessThanTheyTake) {
    EXPECT_THAT(pack(row_starts, columns, packed_elements - 1),
                HasSubstr("argument \"packed_elements\" is " + std::to_string(packed_elements - 1) +
                          ", must be at least " + std::to_string(packed_elements)));
}

TEST_P(MalformedRecurrentRows, AreNotMultipliedWhereAnyStartIsWrong) {
    ASSERT_EQ(pack(row_starts, columns), "");
    const ints right = starts;
    for (std::size_t i = 0; i < right.size(); i++) {
        for (const std::int32_t wrong : {-1, packed_elements + 1, 1 << 30}) {
            EXPECT_THAT(run(offsets, changed(right, i, wrong), places),
                        StartsWith("layer: argument \"starts\": element"))
                << "starts[" << i << "] = " << wrong;
        }
    }
}

TEST_P(MalformedRecurrentRows, AreNotMultipliedWhereAnOffsetIsWrong) {
    ASSERT_EQ(pack(row_starts, columns), "");
    const ints right = offsets;
    // The last element of the last row.
    std::size_t last = right.size() - 1;
    while (right[last] == 0) {
        last--;
    }
    for (const auto &[at, largest] :
         {std::pair{std::size_t{0}, right[2]}, std::pair{last, right[last]}}) {
        for (const std::int32_t wrong : {-1, largest + 1, 1 << 30}) {
            EXPECT_EQ(run(changed(right, at, wrong), starts, places),
                      "layer: argument \"offsets\": element " + std::to_string(at) + " is " +
                          std::to_string(wrong) + ", must be from 0 to " + std::to_string(largest) +
                          ": no column has another offset");
        }
    }
}

TEST_P(MalformedRecurrentRows, AreNotMultipliedWhereAPlaceIsWrong) {
    ASSERT_EQ(pack(row_starts, columns), "");
    const std::size_t of_block = rows_of_block();
    for (const std::size_t at : {std::size_t{0}, places.size() - 1}) {
        for (const std::int32_t wrong : {-1, static_cast<std::int32_t>(of_block), 1 << 30}) {
            EXPECT_EQ(run(offsets, starts, changed(places, at, wrong)),
                      "layer: argument \"places\": element " + std::to_string(at) + " is " +
                          std::to_string(wrong) + ", must be " +
                          (of_block == 1 ? "0" : "from 0 to " + std::to_string(of_block - 1)) +
                          ": a block of units has so many sums");
        }
    }
}

/// Each has a place of its own.
TEST_P(MalformedRecurrentRows, LieInABlockInTheOrderOfTheirLengths) {
    ASSERT_EQ(pack({0, 2, 3, 3, 5, 5, 6, 6, 6, 8, 8}, {0, 2, 1, 0, 1, 3, 1, 4}), "");
    const std::size_t of_block = rows_of_block();
    for (std::size_t first = 0; first < places.size(); first += of_block) {
        std::set<std::int32_t> found;
        for (std::size_t row = first; row < first + of_block; row++) {
            found.insert(places[row]);
            if (row > first) {
                EXPECT_LE(starts[row] - starts[row - 1], starts[row + 1] - starts[row]) << row;
            }
        }
        EXPECT_EQ(found.size(), of_block);
        EXPECT_EQ(*found.rbegin(), static_cast<std::int32_t>(of_block) - 1);
    }
    EXPECT_EQ(run(offsets, starts, places), "");
}

} // namespace
} // namespace tiramisu::nn
