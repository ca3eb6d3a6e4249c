#include <gtest/gtest.h>

#include "polyhedral/ast.h"
#include "support/statements.h"

namespace tiramisu::testing {
namespace {

using poly::loop_kind;

TEST(AstText, NamesTheLoopsAndTheirKinds) {
    const isl_reader isl;
    poly::scheduled_statement s =
        statement_over(isl.set("{ S[i, j] : 0 <= i < 4 and 0 <= j < 8 }"));
    s.kinds = {loop_kind::parallel, loop_kind::vectorized};
    EXPECT_EQ("// parallel loop l0\n"
              "for (int c0 = 0; c0 <= 3; c0 += 1)\n"
              "  // vectorized loop l1\n"
              "  for (int c1 = 0; c1 <= 7; c1 += 1)\n"
              "    S(c0, c1);\n",
              poly::to_text(poly::generate_ast({s}, isl.set("{ : }"))));
}

TEST(AstText, HasAWordForEachKind) {
    const isl_reader isl;
    const std::vector<std::pair<loop_kind, std::string>> kinds = {
        {loop_kind::serial, "// loop l0\n"},
        {loop_kind::parallel, "// parallel loop l0\n"},
        {loop_kind::vectorized, "// vectorized loop l0\n"},
        {loop_kind::unrolled, "// unrolled loop l0\n"},
        {loop_kind::gpu_block, "// GPU block loop l0\n"},
        {loop_kind::gpu_thread, "// GPU thread loop l0\n"},
        {loop_kind::gpu_lane, "// GPU lane loop l0\n"}};
    for (const auto &[kind, line] : kinds) {
        poly::scheduled_statement s = statement_over(isl.set("{ S[i] : 0 <= i < 4 }"));
        s.kinds = {kind};
        const std::string text = poly::to_text(poly::generate_ast({s}, isl.set("{ : }")));
        EXPECT_EQ(line, text.substr(0, line.size()));
    }
}

TEST(AstText, ShowsConditionsOnParameters) {
    const isl_reader isl;
    const poly::scheduled_statement s = statement_over(isl.set("[N] -> { S[] : N > 3 }"));
    EXPECT_EQ("if (N >= 4)\n  S();\n", poly::to_text(poly::generate_ast({s}, isl.set("{ : }"))));
}

} // namespace
} // namespace tiramisu::testing
