#include <gtest/gtest.h>

#include "polyhedral/unmarked_text.h"

// Marks of kernels and of their iterations leave no trace in texts of loops.

namespace tiramisu::poly {
namespace {

TEST(UnmarkedText, OfLoopsWithoutMarksIsTheirs) {
    for (const char *loops :
         {"S(0);\n", "for (int c0 = 0; c0 < 4; c0 += 1)\n  S(c0);\n", "{\n  S(0);\n  T(0);\n}\n"}) {
        const std::string text = loops;
        EXPECT_EQ(text.front() == '{' ? "S(0);\nT(0);\n" : text, unmarked_text(text));
    }
}

TEST(UnmarkedText, LeavesOutBracesThatMarksPutAroundOneStatement) {
    EXPECT_EQ(unmarked_text("// kernel\n"
                            "{\n"
                            "  for (int c0 = 0; c0 < 4; c0 += 1) {\n"
                            "    // device\n"
                            "    {\n"
                            "      S(c0);\n"
                            "    }\n"
                            "  }\n"
                            "}\n"),
              "for (int c0 = 0; c0 < 4; c0 += 1)\n"
              "  S(c0);\n");
}

TEST(UnmarkedText, KeepsBracesAroundTwoStatementsAndBeforeElse) {
    const std::string loops = "for (int c0 = 0; c0 < 4; c0 += 1) {\n"
                              "  if (c0 >= 2) {\n"
                              "    S(c0);\n"
                              "  } else {\n"
                              "    T(c0);\n"
                              "  }\n"
                              "  U(c0);\n"
                              "}\n";
    EXPECT_EQ(loops, unmarked_text("// kernel\n" + loops));
}

TEST(UnmarkedText, KeepsOtherComments) {
    EXPECT_EQ(unmarked_text("// loop i\n"
                            "for (int c0 = 0; c0 < 4; c0 += 1) {\n"
                            "  // kernels\n"
                            "  // device\n"
                            "  S(c0);\n"
                            "}\n"),
              "// loop i\n"
              "for (int c0 = 0; c0 < 4; c0 += 1)\n"
              "  // kernels\n"
              "  S(c0);\n");
}

} // namespace
} // namespace tiramisu::poly
