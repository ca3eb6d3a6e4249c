#pragma once

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/jit.h"

// Small programs in which a computation reads another one by its name.

namespace tiramisu::testing {

/// Which order the test gives.
enum class given { nothing, root, loop };

inline const given all_orders[] = {given::nothing, given::root, given::loop};
inline const given without_loops[] = {given::nothing, given::root};

/// A function of an input A(i, k) = 4 i + k + 1 and an output of 8 values.
class reading : in_function {
public:
    reading() : in_function("named_reads") { A.store_in(&a); }

    static const int rows = 8, columns = 4;
    const var i = var("i", 0, rows), k = var("k", 0, columns), once = var("once", 0, 1);
    buffer a = buffer("a", {rows, columns}, p_int32, a_input),
           out = buffer("out", {rows}, p_int32, a_output),
           row = buffer("row", {rows}, p_int32, a_temporary),
           two = buffer("two", {2}, p_int32, a_temporary),
           one = buffer("one", {1}, p_int32, a_temporary);
    input A = input("A", {i, k}, p_int32);

    void order(computation &later, computation &earlier, given opts) const {
        if (opts == given::root) {
            later.after(earlier, computation::root);
        } else if (opts == given::loop) {
            later.after(earlier, i);
        }
    }

    std::vector<std::int32_t> result() {
        std::vector<std::int32_t> values(rows * columns), results(rows, -1);
        for (std::size_t at = 0; at < values.size(); ++at) {
            values[at] = static_cast<std::int32_t>(at) + 1;
        }
        const compiled_function code = current().compile({&a, &out});
        EXPECT_EQ(0, code({{values.data(), {rows, columns}}, {results.data(), {rows}}}));
        return results;
    }

    ::testing::AssertionResult is_lost(const std::string &reader, const std::string &named,
                                       const std::string &overwriter) {
        return oracle::throws<user_error>(
            [&] { result(); },
            {"computation \"" + reader + "\"", "reads \"" + named + "\"",
             "after computation \"" + overwriter + "\" has overwritten the value"});
    }
};

inline std::vector<std::int32_t> sums_of_rows() {
    return {10, 26, 42, 58, 74, 90, 106, 122};
}

/// Sums of A(0, 0), A(1, 0), ..., A(i, 0).
inline std::vector<std::int32_t> running_sums() {
    return {1, 6, 15, 28, 45, 66, 91, 120};
}

/// Running sums of A(i, 0), each the one `back` steps ago and a value.
struct scan : reading {
    explicit scan(int back) : T("T", {i}, sum(i)) {
        sum.set_expression(select(i >= back, sum(i - back), 0) + A(i, 0));
        T.store_in(&out);
    }
    /// Lets the storage go round.
    void keep_two(bool by_folding) {
        if (by_folding) {
            sum.storage_fold(i, 2);
        } else {
            sum.store_in(&two, {i % 2});
        }
    }

    computation sum = computation("sum", {i}, p_int32);
    computation T;
};

} // namespace tiramisu::testing
