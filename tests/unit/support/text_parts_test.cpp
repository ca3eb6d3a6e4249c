#include "support/text_parts.h"

#include <gtest/gtest.h>

namespace tiramisu::support {
namespace {

TEST(TextParts, AreThoseThatWereAddedWhereverTheTextGoes) {
    const std::string elsewhere(1000, 'x');
    text_parts text;
    std::string &first = text.add("head"); // short strings lie inside of their object
    text.refer(elsewhere);
    for (int i = 0; i < 100; i++) {
        text.add(std::to_string(i % 10));
    }
    first[0] = 'H';
    const text_parts moved = std::move(text);
    std::string expected = "Head" + elsewhere;
    for (int i = 0; i < 100; i++) {
        expected += std::to_string(i % 10);
    }
    EXPECT_EQ(expected, moved.whole());
    EXPECT_EQ(expected.size(), moved.size());
    EXPECT_EQ(elsewhere.data(), moved.parts()[1].data()); // no copy
    EXPECT_EQ("", text_parts().whole());
}

} // namespace
} // namespace tiramisu::support
