// Object files with constants, which code of others finds.

#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>

#include "codegen/output/embedded_data.h"
#include "codegen/output/loaded_objects.h"
#include "codegen/output/merged_object.h"

namespace tiramisu::lower {
namespace {

void *nobody(const std::string &) {
    return nullptr;
}

const char *address_by(const loaded_objects &code, const std::string &function) {
    void *const entry = code.address_of(function);
    return entry == nullptr ? nullptr : reinterpret_cast<const char *(*)()>(entry)();
}

class EmbeddedData : public ::testing::Test {
protected:
    void SetUp() override {
        if (!loaded_objects::know_this_machine()) {
            GTEST_SKIP() << "its code is for x86-64";
        }
    }
};

TEST_F(EmbeddedData, AFunctionTellsWhereItIs) {
    const std::string odd(1001, '\x7f'), zeros(64, '\0');
    const auto file_of = [](const char *name, const std::string &bytes) {
        return merged_object(std::vector{object_with_data(name, bytes)}).whole();
    };
    const auto code =
        loaded_objects::load({file_of("odd_at", odd), file_of("zeros_at", zeros)}, nobody);
    ASSERT_NE(nullptr, code);
    for (const auto &[function, bytes] : {std::pair("odd_at", odd), {"zeros_at", zeros}}) {
        const char *const found = address_by(*code, function);
        ASSERT_NE(nullptr, found) << function;
        EXPECT_EQ(0U, reinterpret_cast<std::uintptr_t>(found) % 64) << function;
        EXPECT_EQ(0, std::memcmp(found, bytes.data(), bytes.size())) << function;
    }
}

TEST_F(EmbeddedData, OnlyTheLastOfMergedObjectsIsSeen) {
    const std::string first(100, 'a'), last(100, 'b');
    const auto merged = merged_object(
        std::vector{object_with_data("first_at", first), object_with_data("last_at", last)});
    const auto code = loaded_objects::load({merged.whole()}, nobody);
    ASSERT_NE(nullptr, code);
    EXPECT_EQ(nullptr, code->address_of("first_at"));
    const char *const found = address_by(*code, "last_at");
    ASSERT_NE(nullptr, found);
    EXPECT_EQ(0U, reinterpret_cast<std::uintptr_t>(found) % 64);
    EXPECT_EQ(last, std::string(found, last.size()));
}

} // namespace
} // namespace tiramisu::lower
