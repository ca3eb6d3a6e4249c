// Storage maps that do not fit.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

class StorageErrors : public ::testing::Test {
protected:
    small_program p;
};

TEST_F(StorageErrors, ABufferHasTheTypeOfItsComputation) {
    buffer wide("wide", {16, 8}, p_float64, a_output);
    EXPECT_TRUE(throws<user_error>([&] { p.C.store_in(&wide); },
                                   {"computation \"C\"", "store_in(&wide)", "has type int32",
                                    "buffer \"wide\" holds float64"}));
    EXPECT_EQ(p.C.get_buffer()->get_name(), "c_mem");
}

TEST_F(StorageErrors, AMapHasAnIndexForEveryDimension) {
    EXPECT_TRUE(throws<user_error>([&] { p.C.store_in(&p.c_mem, {p.i}); },
                                   {"computation \"C\"", "store_in(&c_mem, {i})", "gives 1 indices",
                                    "buffer \"c_mem\" has 2 dimensions"}));
}

TEST_F(StorageErrors, ABufferIsNeeded) {
    EXPECT_TRUE(
        throws<user_error>([&] { p.C.store_in(nullptr); }, {"computation \"C\"", "a buffer"}));
}

TEST_F(StorageErrors, ABufferOfAnotherFunctionIsRefused) {
    small_program other("another");
    EXPECT_TRUE(
        throws<user_error>([&] { p.C.store_in(&other.c_mem); },
                           {"buffer \"c_mem\" belongs to function \"another\"", "\"small\""}));
}

TEST_F(StorageErrors, AMapThatIsNotOneIsRestatedWithItsPlace) {
    EXPECT_TRUE(throws<user_error>([&] { p.C.set_access("{C[i,j]->c_mem[i,}"); },
                                   {"computation \"C\"", "set_access", "isl's notation"}));
}

TEST_F(StorageErrors, AMapNamesABufferThatThereIs) {
    EXPECT_TRUE(throws<user_error>([&] { p.C.set_access("{C[i,j]->nothing[i,j]}"); },
                                   {"there is no buffer \"nothing\" in function \"small\""}));
}

TEST_F(StorageErrors, AMapIsThatOfItsComputation) {
    EXPECT_TRUE(throws<user_error>([&] { p.C.set_access("{D[i,j]->c_mem[i,j]}"); },
                                   {"maps \"D\"", "it has to map \"C\""}));
    EXPECT_TRUE(throws<user_error>([&] { p.C.set_access("{C[i]->c_mem[i,i]}"); },
                                   {"with 1 dimensions", "with 2"}));
}

TEST_F(StorageErrors, AMapGivesOneElement) {
    EXPECT_TRUE(throws<unsupported_error>([&] { p.C.set_access("{C[i,j]->c_mem[i,x]: 0<=x<8}"); },
                                          {"computation \"C\"", "one formula"}));
}

TEST_F(StorageErrors, ABufferThatIsTooSmallIsFoundWhileCompiling) {
    buffer narrow("narrow", {16, 7}, p_int32, a_output);
    p.C.store_in(&narrow);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &narrow});
        },
        {"computation \"C\"", "buffer \"narrow\"", "7"}));
    p.C.store_in(&p.c_mem);
    EXPECT_NO_THROW(p.function.compile(p.arguments()));
}

} // namespace
} // namespace tiramisu::oracle
