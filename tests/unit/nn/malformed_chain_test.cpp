// Both functions of a sparse chain, made to validate, and arrays of a member that are no matrix in
// compressed rows. All of them lie between pages that may not be touched.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "nn/sparse/conv2d_chain/sparse_chain_program.h"
#include "support/guarded_arguments.h"

namespace tiramisu::nn {
namespace {

using ::testing::Each;
using testing::guarded_arguments;
using testing::guarded_memory;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ints = std::vector<std::int32_t>;

conv2d_problem parsed(const std::string &text) {
    return conv2d_problem::parse("conv2d " + text);
}

struct member_arrays {
    ints row_starts, columns, offsets, starts;
    std::int32_t nonzeros;
    int matrix_columns;
};

/// A block with two steps and a shortcut, of 2 images that go through one after the other.
class validated_chain {
public:
    const conv2d_problem first = parsed("mb=2 ic=2 oc=3 ih=32 iw=32 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1"),
                         second = parsed("mb=2 ic=3 oc=3 ih=16 iw=16 kh=3 kw=3 ph=1 pw=1 "
                                         "post=residual_add+relu"),
                         shortcut = parsed("mb=2 ic=2 oc=3 ih=32 iw=32 sh=2 sw=2");

    validated_chain() {
        options opts;
        opts.checks = argument_checks::memory; // rows of all elements
        opts.validate = true;
        const chain_members members({std::nullopt, shortcut}, {first, second}, {}, layout::lifted,
                                    {});
        const sparse_chain_program made =
            generate_chain(members, {{0.5, 0.5, 0.5}}, machine::here(), {}, "block");
        run_ = made.run.compile(opts);
        pack_ = made.pack_pattern.compile(opts);
        for (const sparse_chain_program::member &one : made.members) {
            names.push_back(one.name);
            right.push_back(right_arrays(one));
        }
        EXPECT_EQ(pack(right), "");
    }

    std::vector<std::string> names; ///< of the members
    std::vector<member_arrays> right;

    /// What packing says; empty if nothing. Keeps what it made.
    std::string pack(std::vector<member_arrays> &given) {
        guarded_arguments arguments;
        std::vector<guarded_memory<std::int32_t> *> packed;
        for (const member_arrays &one : given) {
            arguments.add(one.row_starts);
            arguments.add(one.columns);
            packed.push_back(&arguments.add(ints(one.columns.size(), untouched)));
            packed.push_back(&arguments.add(ints(one.starts.size(), untouched)));
        }
        add_counts(given, arguments);
        const int status = pack_(arguments.list);
        for (std::size_t i = 0; i < given.size(); i++) {
            given[i].offsets = packed[2 * i]->elements();
            given[i].starts = packed[2 * i + 1]->elements();
            if (status != 0) {
                EXPECT_THAT(given[i].offsets, Each(untouched));
                EXPECT_THAT(given[i].starts, Each(untouched));
            }
        }
        return status == 0 ? "" : compiled_function::error_text();
    }

    /// What running says.
    std::string run(const std::vector<member_arrays> &given) const {
        guarded_arguments arguments;
        arguments.add(std::vector<float>(2 * 2 * 32 * 32, 2.0f));
        for (const member_arrays &one : given) {
            arguments.add(std::vector<float>(one.offsets.size(), 1.0f));
            arguments.add(one.offsets);
            arguments.add(one.starts);
        }
        guarded_memory<float> &dst = arguments.add(std::vector<float>(2 * 3 * 16 * 16, -1.0f));
        add_counts(given, arguments);
        if (run_(arguments.list) == 0) {
            return "";
        }
        EXPECT_THAT(dst.elements(), Each(-1.0f));
        return compiled_function::error_text();
    }

private:
    static constexpr std::int32_t untouched = -77;

    compiled_function run_, pack_;

    /// A full row, an empty one, and one with the first and the last column.
    static member_arrays right_arrays(const sparse_chain_program::member &of) {
        const int columns = of.task.problem.ic * of.task.kernel_elements();
        member_arrays made{{0, columns, columns, columns + 2},
                           ints(static_cast<std::size_t>(columns)),
                           {},
                           ints(static_cast<std::size_t>(of.starts_count)),
                           columns + 2,
                           columns};
        std::iota(made.columns.begin(), made.columns.end(), 0);
        made.columns.insert(made.columns.end(), {0, columns - 1});
        return made;
    }

    static void add_counts(const std::vector<member_arrays> &given, guarded_arguments &arguments) {
        for (const member_arrays &one : given) {
            arguments.list.emplace_back(one.nonzeros);
        }
    }
};

/// Compiled once for all tests; members are tested one by one.
class MalformedChain : public ::testing::TestWithParam<std::size_t> {
protected:
    static validated_chain &chain() {
        static validated_chain made;
        return made;
    }

    std::vector<member_arrays> changed = chain().right;
    member_arrays &member = changed[GetParam()];
    const std::string end = "_" + chain().names[GetParam()] + "\"";

    static std::string text(std::int32_t number) { return std::to_string(number); }
};

INSTANTIATE_TEST_SUITE_P(Members, MalformedChain, ::testing::Values(0, 1, 2),
                         [](const auto &each) { return "member" + std::to_string(each.index); });

TEST_P(MalformedChain, IsNoneOfRightArrays) {
    EXPECT_EQ(chain().pack(changed), "");
    EXPECT_EQ(chain().run(changed), "");
}

TEST_P(MalformedChain, IsNotPackedForRowStarts) {
    member.row_starts[1] = -1;
    EXPECT_EQ(chain().pack(changed),
              "block_pack_pattern: argument \"row_starts" + end +
                  ": element 1 is -1, must be from 0 to " + text(member.nonzeros) +
                  ": a row ends where it begins or later, and not after the last element");
}

TEST_P(MalformedChain, IsNotPackedForColumns) {
    for (const std::int32_t wrong : {-1, member.matrix_columns, 1 << 30}) {
        member.columns.back() = wrong;
        EXPECT_EQ(chain().pack(changed),
                  "block_pack_pattern: argument \"column_indices" + end + ": element " +
                      text(member.nonzeros - 1) + " is " + text(wrong) + ", must be from 0 to " +
                      text(member.matrix_columns - 1) + ": the matrix has so many columns");
    }
}

TEST_P(MalformedChain, IsNotMultipliedWhereAnyStartIsWrong) {
    const ints starts = member.starts;
    for (std::size_t i = 0; i < starts.size(); i++) {
        for (const std::int32_t wrong : {-1, member.nonzeros + 1, 1 << 30}) {
            member.starts = starts;
            member.starts[i] = wrong;
            EXPECT_THAT(chain().run(changed),
                        StartsWith("block: argument \"starts" + end + ": element"))
                << "starts[" << i << "] = " << wrong;
        }
    }
}

TEST_P(MalformedChain, IsNotMultipliedWhereAnyOffsetIsWrong) {
    const ints offsets = member.offsets;
    const std::int32_t largest = *std::max_element(offsets.begin(), offsets.end());
    for (std::size_t i = 0; i < offsets.size(); i++) {
        for (const std::int32_t wrong : {-1, largest + 1, 1 << 30}) {
            member.offsets = offsets;
            member.offsets[i] = wrong;
            EXPECT_EQ(chain().run(changed), "block: argument \"offsets" + end + ": element " +
                                                std::to_string(i) + " is " + text(wrong) +
                                                ", must be from 0 to " + text(largest) +
                                                ": no column has another offset");
        }
    }
}

TEST_P(MalformedChain, IsNotReadBeyondItsMemory) {
    const std::int32_t count = member.nonzeros;
    member.nonzeros = -1;
    EXPECT_THAT(chain().run(changed),
                HasSubstr("block: argument \"nonzeros" + end + " is -1, must be at least 0"));
    member.nonzeros = count + 1;
    EXPECT_THAT(chain().run(changed),
                HasSubstr("block: argument \"values" + end + " is too small"));
    member.row_starts.back()++;
    EXPECT_THAT(chain().pack(changed),
                HasSubstr("block_pack_pattern: argument \"column_indices" + end + " is too small"));
}

} // namespace
} // namespace tiramisu::nn
