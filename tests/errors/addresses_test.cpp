// Addresses of buffers, which calls of C functions take.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

TEST(AddressErrors, AddressesAreNoValues) {
    const expr address(o_address, var("A"));
    EXPECT_TRUE(throws<user_error>([&] { return address + 1; },
                                   {"address of A has no value; an address is an argument of "
                                    "call()"}));
    EXPECT_TRUE(throws<user_error>([&] { return cast(p_int64, address); }, {"has no value"}));
    small_program p;
    EXPECT_TRUE(throws<user_error>([&] { computation("D", {p.i}, address); },
                                   {"computation \"D\"", "the address of A has no value"}));
}

TEST(AddressErrors, AddressesAreOfWhatIsThere) {
    small_program p;
    computation D("D", {p.i, p.j}, call("f", {expr(o_address, var("nothing"))}, p_int32));
    D.store_in(&p.c_mem);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.compile(p.arguments()); },
        {"computation \"D\"", "takes the address of nothing, which is no computation and no buffer "
                              "of function \"small\""}));
}

TEST(AddressErrors, OnlyArgumentsHaveOne) {
    small_program p;
    buffer kept("kept", {16, 8}, p_int32, a_temporary);
    p.C.store_in(&kept);
    computation D("D", {p.i, p.j}, call("f", {expr(o_address, "C")}, p_int32));
    D.store_in(&p.c_mem);
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { p.function.compile(p.arguments()); },
        {"computation \"D\"", "takes the address of kept, a temporary; only arguments of the "
                              "function have a halide_buffer_t: pass the buffer to codegen()"}));
}

TEST(AddressErrors, WhoTakesAnAddressReadsWhatIsThere) {
    small_program p;
    buffer d_mem("d_mem", {16, 8}, p_int32, a_output);
    computation D("D", {p.i, p.j}, call("f", {expr(o_address, var("C"))}, p_int32));
    D.store_in(&d_mem);
    EXPECT_NE(std::string::npos, p.function.dependences_text().find("flow through c_mem: C -> D"));
    D.after(p.C, p.j);
    EXPECT_FALSE(p.function.check_legality_of_function());
}

} // namespace
} // namespace tiramisu::oracle
