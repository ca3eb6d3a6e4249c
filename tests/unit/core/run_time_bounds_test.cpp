#include "core/program/run_time_bounds.h"

#include <gtest/gtest.h>

#include "core/commands/schedule_view.h"
#include "core/staging/staged_analysis.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/run_time_bounds.h"
#include "support/isl_equal.h"
#include "support/sparse_product.h"

namespace tiramisu::testing {
namespace {

const core::computation_state &update_of(const computation &c) {
    return *c.update(0).state();
}

poly::scheduled_statement scheduled(const std::string &id) {
    for (poly::scheduled_statement &statement : core::scheduled_statements(*current().state())) {
        if (statement.name == id) {
            return statement;
        }
    }
    throw std::out_of_range(id);
}

TEST(RunTimeBounds, AreLeftOutOfTheDomain) {
    sparse_product p;
    const core::computation_state &update = update_of(p.y);
    EXPECT_TRUE(is_set(update.domain, "[rows] -> { y_update_1[f, k] : 0 <= f < rows }"));
    ASSERT_EQ(2u, update.bounds.size());
    EXPECT_EQ("k.lower", update.bounds[0].parameter);
    EXPECT_EQ("start(f)", update.bounds[0].value.to_str());
    EXPECT_EQ("k.upper", update.bounds[1].parameter);
    EXPECT_EQ("start(f + 1)", update.bounds[1].value.to_str());
}

/// The loop over k would have no iterations either, but where j ends would be read before it.
TEST(RunTimeBounds, AreReadWhereTheirLoopRunsAlone) {
    const in_function here("peeled");
    const constant n("n", p_int32);
    const var i("i", 0, n), row("row", 0, n + 1), k("k", 0, n);
    buffer ends("ends", {n + 1}, p_int32, a_input);
    input end("end", {row}, p_int32);
    end.store_in(&ends);
    const var j("j", 0, end(i));
    buffer out("out", {n, 8}, p_int32, a_output);
    computation c("c", {i, j}, expr(0));
    c.store_in(&out);
    c(i, j) += k;
    c.update(0).peel_last(i, 1);
    const std::string text = current().loops_text();
    EXPECT_NE(std::string::npos, text.find("if (n >= 1) {\n    // j.upper.1 = end(i)")) << text;
}

TEST(RunTimeBounds, KeepWhatIsAffineInThem) {
    const in_function here("partly");
    const constant n("n", p_int32);
    const var f("f", 0, n);
    input length("length", {f}, p_int32);
    const var k("k", max(length(f), 2), min(length(f + 1), n));
    computation c("c", {f, k}, k);
    EXPECT_TRUE(is_set(c.state()->domain, "[n] -> { c[f, k] : 0 <= f < n and 2 <= k < n }"));
    EXPECT_EQ(2u, c.state()->bounds.size());
}

TEST(RunTimeBounds, MayBeProductsOfIterators) {
    const in_function here("square");
    const var i("i", 0, 8), j("j", 0, i * i);
    computation c("c", {i, j}, j);
    EXPECT_TRUE(is_set(c.state()->domain, "{ c[i, j] : 0 <= i < 8 and 0 <= j }"));
    ASSERT_EQ(1u, c.state()->bounds.size());
    EXPECT_TRUE(c.state()->bounds[0].is_upper);
}

TEST(RunTimeBounds, IteratorsThatBoundsAreReadFromComeFirst) {
    const in_function here("order");
    const var f("f", 0, 4);
    input start("start", {f}, p_int32), value("value", {f}, p_int32);
    const var k("k", start(f), start(f + 1));
    computation sum("sum", {}, expr(0));
    sum() += value(k);
    EXPECT_EQ((std::vector<std::string>{"f", "k"}), sum.get_loop_names());
}

TEST(RunTimeBounds, BelongToTheLoopOverTheirIterator) {
    sparse_product p;
    p.y.split(p.k, 4);
    const poly::scheduled_statement found = scheduled("y_update_1");
    ASSERT_EQ(2u, found.bounds.size());
    EXPECT_EQ(1, found.bounds[0].level);
    EXPECT_EQ((std::vector<int>{0}), found.bounds[0].needs);
    EXPECT_EQ("start(f)", found.bounds[0].text);
}

TEST(RunTimeBounds, PartsOfALoopBeginWhereItBegins) {
    sparse_product p;
    p.y.shift(p.k, 5).split(p.k, 4);
    isl::map loops = scheduled("y_update_1").loops.divided();
    loops = poly::with_parameter_replaced(loops, "k.lower", "p");
    EXPECT_TRUE(is_map(loops,
                       "[rows, p] -> { y_update_1[f, k] -> [f, floor((k - p)/4), (k - p) mod 4]"
                       " : 0 <= f < rows }"));
}

TEST(RunTimeBounds, AreReadByTheStatement) {
    sparse_product p;
    int reads = 0;
    for (const poly::memory_access &access : analysis_of_current().accesses) {
        if (access.statement == "y_update_1") {
            reads += access.buffer == "start_memory" ? 1 : 0;
            EXPECT_FALSE(access.exact); // the instance may not be there
        }
    }
    EXPECT_EQ(2, reads);
}

/// A value per element of the matrix, then the sum over each row.
struct two_steps : sparse_product {
    two_steps()
        : product("product", {f, k}, value(k) * x(column(k))), sum("sum", {f}, expr(0)),
          product_memory("product_memory", {elements}, p_int32, a_output),
          sum_memory("sum_memory", {rows}, p_int32, a_output) {
        sum(f) += product(f, k);
        product.store_in(&product_memory, {k});
        sum.store_in(&sum_memory);
    }
    computation product, sum;
    buffer product_memory, sum_memory;
};

TEST(RunTimeBounds, ThatAreEqualInOneLoopAreOne) {
    two_steps s;
    s.sum.init().then(s.product, computation::root);
    const auto parameter = [] { return scheduled("sum_update_1").bounds[0].parameter; };
    EXPECT_NE(scheduled("product").bounds[0].parameter, parameter());
    s.sum.after(s.product, s.f);
    EXPECT_NE(scheduled("product").bounds[0].parameter, parameter());
    s.sum.after(s.product, s.k);
    EXPECT_EQ(scheduled("product").bounds[0].parameter, parameter());
    s.sum.shift(s.f, 1);
    EXPECT_NE(scheduled("product").bounds[0].parameter, parameter());
}

TEST(RunTimeBounds, OfOneLoopStayTwo) {
    const in_function here("nothing");
    const var f("f", 0, 8);
    input length("length", {f}, p_int32);
    const var k("k", length(f), length(f));
    buffer lengths("lengths", {8}, p_int32, a_input), out("out", {8}, p_int32, a_output);
    length.store_in(&lengths);
    computation c("c", {f, k}, expr(1));
    c.store_in(&out, {f});
    EXPECT_EQ("k.lower", scheduled("c").bounds[0].parameter);
    EXPECT_EQ("k.upper", scheduled("c").bounds[1].parameter);
    EXPECT_NO_THROW(current().loops_text());
}

TEST(RunTimeBounds, AFusionOverEqualBoundsIsLegalInParts) {
    two_steps s;
    s.sum.init().then(s.product, computation::root);
    s.product.split(s.k, 4);
    s.sum.split(s.k, 4);
    s.sum.after(s.product, "k_inner");
    EXPECT_FALSE(illegality_of_current().has_value());
}

TEST(RunTimeBounds, ParallelRowsAreLegal) {
    sparse_product p;
    p.y.parallelize(p.f);
    EXPECT_FALSE(illegality_of_current().has_value());
    p.y.parallelize(p.k);
    EXPECT_TRUE(illegality_of_current().has_value());
}

TEST(RunTimeBounds, MayBeComputedBefore) {
    const in_function here("computed");
    const var f("f", 0, 8);
    input in("in", {f}, p_int32);
    buffer in_memory("in_memory", {9}, p_int32, a_input), out("out", {8}, p_int32, a_output);
    in.store_in(&in_memory);
    computation length("length", {f}, in(f)*2);
    computation sum("sum", {f}, expr(0));
    sum(f) += in(var("k", 0, length(f)));
    sum.store_in(&out);
    EXPECT_FALSE(illegality_of_current().has_value());
    computation zero = sum.init();
    zero.after(length, f);
    sum.update(0).after(zero, f);
    EXPECT_FALSE(illegality_of_current().has_value());
}

TEST(RunTimeBounds, MayBeInsideALoopWithSeparatedIterations) {
    const in_function here("shared_outer");
    const var i("i", 0, 3), b("b", 0, 5);
    input length("length", {b}, p_int32);
    buffer length_memory("length_memory", {5}, p_int32, a_input);
    buffer out("out", {3}, p_int32, a_output);
    length.store_in(&length_memory);
    computation sum("sum", {i}, length(i));
    sum(i) += length(var("k", length(i), 5));
    sum.store_in(&out);
    computation first = sum.init(), update = sum.update(0);
    first.vectorize(i, 2, var("outer"), var("inner"));
    update.split("k", 8, var("ko"), var("ki"));
    first.before(update, i);
    EXPECT_NO_THROW(current().loops_text());
}

TEST(RunTimeBounds, AreUnknownOutsideOfTheirLoopAlsoBesideAWindow) {
    const in_function here("window_outside");
    const var i("i", 0, 3), b("b", 0, 4);
    input length("length", {b}, p_int32), in("in", {i}, p_int32);
    const var j("j", length(i), 4);
    buffer length_memory("length_memory", {4}, p_int32, a_input);
    buffer in_memory("in_memory", {3}, p_int32, a_input), out("out", {3, 5}, p_int32, a_output);
    length.store_in(&length_memory);
    in.store_in(&in_memory);
    computation c("c", {i, j}, in(2 - i));
    c.store_in(&out);
    c.split(j, 4, var("jo"), var("ji"));
    c.collapse("jo", "ji");
    c.cache_read(in, i);
    const core::analysis staged = core::analyse_schedule(*current().state(), {});
    for (const poly::scheduled_statement &statement : staged.statements) {
        EXPECT_TRUE(poly::parameter_names(statement.domain).empty()) << statement.name;
    }
}

TEST(RunTimeBounds, AreNotMovedBeforeWhatComputesThem) {
    const in_function here("too_early");
    const var f("f", 0, 8), g("f", 0, 7);
    input in("in", {f}, p_int32);
    buffer in_memory("in_memory", {9}, p_int32, a_input), out("out", {8}, p_int32, a_output);
    in.store_in(&in_memory);
    computation length("length", {f}, in(f)*2);
    computation sum("sum", {g}, expr(0));
    sum(g) += in(var("k", 0, length(g + 1)));
    sum.store_in(&out);
    computation zero = sum.init();
    zero.after(length, f);
    sum.update(0).after(zero, f);
    const auto refused = illegality_of_current();
    ASSERT_TRUE(refused.has_value());
    EXPECT_EQ("flow", refused->dependence().kind);
    EXPECT_EQ("length", refused->dependence().source);
}

} // namespace
} // namespace tiramisu::testing
