#include <set>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/isl_equal.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

class Definition : public ::testing::Test, protected in_function {
protected:
    Definition() : in_function("definition") {}

    static std::vector<std::string> iterators(const computation &c) {
        std::vector<std::string> names;
        for (const core::iterator &it : c.part()->iterators) {
            names.push_back(it.name);
        }
        return names;
    }
    using names = std::vector<std::string>;
};

TEST_F(Definition, AComputationIsAStatementOverItsBox) {
    const var i("i", 0, 4), j("j", i, 8);
    const computation c("c", {i, j}, cast(p_float32, i + j));
    EXPECT_EQ("c", c.get_name());
    EXPECT_EQ(p_float32, c.get_data_type());
    EXPECT_EQ((names{"i", "j"}), c.get_loop_names());
    EXPECT_TRUE(is_set(c.state()->domain, "{ c[i, j] : 0 <= i < 4 and i <= j < 8 }"));
}

TEST_F(Definition, AComputationWithoutIteratorsHasOneInstance) {
    const computation c("c", {}, expr(3));
    EXPECT_TRUE(is_set(c.state()->domain, "{ c[] }"));
    EXPECT_TRUE(c.get_loop_names().empty());
    EXPECT_EQ("c()", expr(c).to_str());
    EXPECT_EQ("c()", c(0).to_str()) << "the older spelling of a scalar";
}

TEST_F(Definition, ASetStringGivesDomainAndNames) {
    const constant n("n", p_int32);
    const computation c("[n] -> { tri[y, x] : 0 <= y < n and 0 <= x <= y }", expr(1), true, p_int32,
                        global::get_implicit_function());
    EXPECT_EQ("tri", c.get_name());
    EXPECT_EQ((names{"y", "x"}), c.get_loop_names());
    EXPECT_TRUE(is_set(c.state()->domain, "[n] -> { tri[y, x] : 0 <= y < n and 0 <= x <= y }"));
}

TEST_F(Definition, AnAffinePredicateMakesTheDomainSmaller) {
    const var i("i", 0, 9);
    const computation c("c", {i}, i % 3 == 0, expr(1));
    EXPECT_TRUE(is_set(c.state()->domain, "{ c[i] : 0 <= i < 9 and i mod 3 = 0 }"));
}

TEST_F(Definition, UnnamedComputationsSayWhatTheyAreMadeFrom) {
    const var i("i", 0, 4);
    const input image({i}, p_float32);
    const computation first({i}, image(i) * 2), second({i}, image(i) * 3);
    const computation plain({i}, cast(p_int32, i));
    EXPECT_EQ("_input", image.get_name());
    EXPECT_EQ("_from__input", first.get_name());
    EXPECT_EQ("_from__input_1", second.get_name());
    EXPECT_EQ("_value", plain.get_name());
    const computation both({i}, first(i) + second(i));
    EXPECT_EQ("_from__from__input__from__input_1", both.get_name());
}

TEST_F(Definition, UnnamedVarsAreReadableAndDiffer) {
    EXPECT_EQ("_i", var(0, 4).get_name());
    EXPECT_EQ("_j", var(0, 4).get_name());
    std::set<std::string> seen = {"_i", "_j"};
    for (int n = 0; n < 40; ++n) {
        const std::string name = var().get_name();
        EXPECT_TRUE(seen.insert(name).second) << name;
        EXPECT_LE(name.size(), 3u);
    }
}

TEST_F(Definition, FreshNamesStartAgainWithEachFunction) {
    EXPECT_EQ("_i", var(0, 4).get_name());
    init("another");
    EXPECT_EQ("_i", var(0, 4).get_name());
}

TEST_F(Definition, UpdatesRunOverTheIteratorsInOrderOfAppearance) {
    const var n(0, 2), f(0, 3), k("k", 0, 5), c("c", 0, 4);
    const input src("src", {n, c}, p_float32), weights("weights", {f, c, k}, p_float32);
    computation dst("dst", {n, f}, expr(0.0f));
    dst(n, f) += weights(f, c, k) * src(n, c);
    EXPECT_EQ((names{n.get_name(), f.get_name(), "c", "k"}), iterators(dst.update(0)));
    dst(f, n) += src(k, c);
    EXPECT_EQ((names{f.get_name(), n.get_name(), "k", "c"}), iterators(dst.update(1)));
}

TEST_F(Definition, AnIndexOfAnUpdateTakesTheBoundsOfTheDimension) {
    const var i("i", 2, 7);
    computation c("c", {i}, expr(0));
    const var any("any");
    c(any) += any;
    EXPECT_TRUE(is_set(c.update(0).state()->domain, "{ c_update_1[any] : 2 <= any < 7 }"));
    EXPECT_TRUE(throws<user_error>([&] { c(any + 1) += any; },
                                   {"computation \"c\" (update 2)", "\"any\" has no bounds"}));
}

TEST_F(Definition, AnUpdateOfAConstantIndexHasNoIterator) {
    const var i("i", 0, 4);
    computation c("c", {i}, cast(p_int32, i));
    c(0) = expr(5);
    EXPECT_TRUE(is_set(c.update(0).state()->domain, "{ c_update_1[] }"));
}

TEST_F(Definition, ParametersAreNoIterators) {
    const constant n("n", p_int32);
    const var i("i", 0, n);
    computation c("c", {i}, cast(p_int32, i));
    c(i) += n;
    EXPECT_EQ((names{"i"}), iterators(c.update(0)));
}

TEST_F(Definition, CommandsMeanTheLastUpdateAndPartsAreNamed) {
    const var i("i", 0, 4), k("k", 0, 8), m("m", 0, 3);
    computation c("c", {i}, expr(0));
    EXPECT_EQ((names{"i"}), c.get_loop_names());
    c(i) += k;
    EXPECT_EQ((names{"i", "k"}), c.get_loop_names());
    c(i) *= m + 1;
    EXPECT_EQ((names{"i", "m"}), c.get_loop_names());
    c.split(i, 2);
    EXPECT_EQ((names{"i_outer", "i_inner", "m"}), c.get_loop_names());
    EXPECT_EQ((names{"i"}), c.init().get_loop_names());
    EXPECT_EQ((names{"i", "k"}), c.update(0).get_loop_names());
    EXPECT_EQ((names{"i_outer", "i_inner", "m"}), c.update(1).get_loop_names());
    EXPECT_EQ(c.get_update(0).state(), c.init().state());
    EXPECT_EQ(c.get_last_update().state(), c.update(1).state());
}

TEST_F(Definition, EverySpellingOfAnUpdateReadsItsElement) {
    const var i("i", 0, 4);
    const input e("e", {i}, p_int32);
    computation c("c", {i}, expr(0));
    c(i) += e(i);
    c(i) -= e(i);
    c(i) *= e(i);
    c(i).min_with(e(i));
    c(i).max_with(e(i));
    c(i) = e(i);
    const std::vector<std::string> texts = {"c(i) + e(i)",     "c(i) + -e(i)",    "c(i) * e(i)",
                                            "min(c(i), e(i))", "max(c(i), e(i))", "e(i)"};
    for (int k = 0; k < 6; ++k) {
        EXPECT_EQ(texts[static_cast<std::size_t>(k)], c.update(k).get_expr().to_str());
    }
}

TEST_F(Definition, AnAccessAssignedFromAnAccessIsAnUpdate) {
    const var i("i", 1, 4);
    computation a("a", {i}, expr(1)), b("b", {i}, expr(2));
    a(i) = b(i);
    EXPECT_EQ("b(i)", a.update(0).get_expr().to_str());
}

TEST_F(Definition, LiteralsAdaptToADeclaredType) {
    const var i("i", 0, 4);
    computation c("c", {i}, p_float64);
    c.set_expression(expr(1));
    EXPECT_EQ(p_float64, c.get_expr().get_data_type());
    EXPECT_TRUE(throws<user_error>([&] { c.set_expression(cast(p_int32, i)); },
                                   {"set_expression", "float64", "int32", "cast(p_float64"}));
    EXPECT_EQ(1.0, c.get_expr().get_double_val()) << "as it was";
}

TEST_F(Definition, IdsInIslAreIdentifiersAndUnique) {
    const var i("i", 0, 4);
    const computation a("a.b", {i}, expr(1)), b("a_b", {i}, expr(2));
    EXPECT_NE(a.state()->id, b.state()->id);
    EXPECT_TRUE(core::is_identifier(a.state()->id));
    EXPECT_EQ("a.b", a.get_name());
}

TEST_F(Definition, ARefusedDefinitionLeavesTheFunctionAsItWas) {
    const std::size_t before = current().state()->computations.size();
    EXPECT_THROW(computation("c", {var("i")}, expr(1)), user_error);
    EXPECT_THROW(computation("c", {var("i", 0, 4)}, cast(p_uint8, var("x", 0, 2)) == 3, expr(2)),
                 user_error);
    EXPECT_EQ(before, current().state()->computations.size());
}

} // namespace
} // namespace tiramisu::testing
