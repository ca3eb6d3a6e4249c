// Loops of which a condition names the one iteration that runs, around kernels and inside of one.

#include <gmock/gmock.h>

#include "gpu/device.h"
#include "tiramisu/jit.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::tiramisu::testing::on_device;

constexpr int updates = 6, rows = 4, columns = 40;
constexpr const char *named = ".named = ";

/// Adds a row of the input to the row of the result that the update's target names.
struct scatter {
    tiramisu::function owner;
    var u{"u", 0, updates}, row{"row", 0, rows}, j{"j", 0, columns};
    buffer b_targets{"b_targets", {updates}, p_int32, a_input},
        b_from{"b_from", {updates, columns}, p_int32, a_input},
        b_to{"b_to", {rows, columns}, p_int32, a_output};
    input targets, from;
    computation zero, sum;

    scatter()
        : owner((init("scatter"), *global::get_implicit_function())),
          targets("targets", {u}, p_int32), from("from", {u, j}, p_int32),
          zero("zero", {row, j}, expr(0)), sum("sum", {u, row, j}, zero(row, j) + from(u, j)) {
        targets.store_in(&b_targets);
        from.store_in(&b_from);
        zero.store_in(&b_to);
        sum.store_in(&b_to, {row, j});
        sum.add_predicate(targets(u) == row);
        sum.after(zero, computation::root);
        zero.split(j, 8, var("j0"), var("j1"));
        sum.split(j, 8, var("j0"), var("j1"));
        zero.interchange(row, var("j0")).interchange(row, var("j1"));
        zero.gpu_block(var("j0")).gpu_thread(var("j1"));
    }

    std::string text() { return owner.stmt_text({&b_targets, &b_from, &b_to}, on_device()); }

    void expect_sums() {
        std::vector<int> places = {2, 0, 9, 2, -1, 3}, values, found(rows * columns);
        std::vector<int> expected(rows * columns);
        for (int k = 0; k < updates * columns; k++) {
            values.push_back(k % 97);
        }
        for (std::size_t k = 0; k < places.size(); k++) {
            for (std::size_t c = 0; places[k] >= 0 && places[k] < rows && c < columns; c++) {
                expected[static_cast<std::size_t>(places[k]) * columns + c] +=
                    values[k * columns + c];
            }
        }
        ASSERT_EQ(0, owner.compile({&b_targets, &b_from, &b_to},
                                   on_device())({{places.data(), {updates}},
                                                 {values.data(), {updates, columns}},
                                                 {found.data(), {rows, columns}}}))
            << compiled_function::error_text();
        EXPECT_EQ(expected, found);
    }
};

TEST(NamedRows, InAKernelAreFoundByItsThreads) {
    scatter made;
    made.sum.interchange(made.row, var("j0")).interchange(made.row, var("j1"));
    made.sum.interchange(made.u, var("j0")).interchange(made.u, var("j1"));
    made.sum.gpu_block(var("j0")).gpu_thread(var("j1"));
    EXPECT_THAT(made.text(), HasSubstr(named));
    made.expect_sums();
}

TEST(NamedRows, AroundKernelsAreNotReadByTheHost) {
    scatter made;
    made.sum.gpu_block(var("j0")).gpu_thread(var("j1"));
    EXPECT_THAT(made.text(), Not(HasSubstr(named)));
    made.expect_sums();
}

} // namespace
} // namespace tiramisu
