#include "support/known_state.h"

#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

class KnownState : public ::testing::Test {
protected:
    function f_ = made();
    var i_{"i", 0, 20};
    computation s_{"s", {i_}, expr(i_)};

    static function made() {
        init("known_state");
        return ::tiramisu::testing::current();
    }
    known_state now() const { return known_state(*f_.state()); }

    void keep_instances(const std::string &which) {
        core::function_state &state = *f_.state();
        poly::loop_relation &nest = state.computations.front()->nest.map;
        nest = nest.divided().intersect_domain(isl::set(state.ctx, which));
    }
};

TEST_F(KnownState, IsTheSameWhereARelationIsWrittenInAnotherWay) {
    const known_state before = now();
    keep_instances("{ s[i0] : i0 >= 3 or i0 <= 2 }");
    EXPECT_EQ(before, now());
}

TEST_F(KnownState, DiffersWhereARelationHasFewerElements) {
    const known_state before = now();
    keep_instances("{ s[i0] : i0 >= 3 or i0 < 2 }");
    EXPECT_FALSE(before == now());
}

TEST_F(KnownState, DiffersAfterACommand) {
    const known_state before = now();
    s_.parallelize(i_);
    EXPECT_FALSE(before == now());
}

} // namespace
} // namespace tiramisu::oracle
