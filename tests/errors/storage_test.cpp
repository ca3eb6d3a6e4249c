// Storage maps that do not fit.

#include <optional>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

class StorageErrors : public ::testing::Test {
protected:
    small_program p;
};

TEST_F(StorageErrors, ABufferThatIsReadHasTheTypeOfItsComputation) {
    buffer wide("wide", {16, 8}, p_float64, a_output), out("out", {16, 8}, p_int32, a_output);
    computation D("D", {p.i, p.j}, p.C(p.i, p.j) * 2);
    D.store_in(&out);
    p.C.store_in(&wide, {p.i, 7 - p.j});
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &wide, &out});
        },
        {"storage_test.cpp", "computation \"C\"", "store_in(&wide, {i, 7 - j})", "has type int32",
         "buffer \"wide\" holds float64", "the types must be equal"}));
    p.C.set_access("{C[i,j]->wide[i,j]}");
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &wide, &out});
        },
        {"set_access(\"{C[i,j]->wide[i,j]}\")", "the types must be equal"}));
    p.C.store_in(&p.c_mem);
    EXPECT_NO_THROW(p.function.compile({&p.a_mem, &p.c_mem, &out}));
}

TEST_F(StorageErrors, ATemporaryHasTheTypeOfItsComputation) {
    buffer wide("wide", {16, 8}, p_float64, a_temporary);
    p.C.store_in(&wide);
    EXPECT_TRUE(throws<user_error>([&] { p.function.compile({&p.a_mem}); },
                                   {"computation \"C\"", "buffer \"wide\" holds float64"}));
}

TEST_F(StorageErrors, ComputationsInOneBufferHaveOneType) {
    computation D("D", {p.i, p.j}, cast(p_float64, p.A(p.i, p.j)));
    D.store_in(&p.c_mem);
    EXPECT_TRUE(throws<user_error>([&] { p.function.compile(p.arguments()); },
                                   {"computation \"D\"", "store_in(&c_mem)", "has type float64",
                                    "buffer \"c_mem\" holds int32", "the types must be equal"}));
}

TEST_F(StorageErrors, SwappedSizesNameTheLinesOfTheCallAndTheBuffer) {
    const int line = __LINE__ + 1;
    buffer swapped("swapped", {8, 16}, p_int32, a_temporary);
    computation T("T", {p.i, p.j}, 1);
    T.store_in(&swapped);
    const std::string file = "storage_test.cpp:";
    EXPECT_TRUE(throws<user_error>([&] { p.function.compile(p.arguments()); },
                                   {file + std::to_string(line + 2),
                                    ": computation \"T\": store_in(&swapped): is stored outside "
                                    "buffer \"swapped\" of size {8, "
                                    "16}, declared at ",
                                    file + std::to_string(line) + ": for example element [8, ",
                                    "make the buffer larger or give store_in() other indices"}));
}

TEST_F(StorageErrors, SwappedSizesOfArgumentsNameTheLineOfTheBuffer) {
    const int line = __LINE__ + 1;
    buffer swapped("swapped", {8, 16}, p_int32, a_output);
    p.C.store_in(&swapped);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &swapped});
        },
        {"storage_test.cpp:" + std::to_string(line) +
         ": buffer \"swapped\": is declared too small: of sizes {8, 16} it has 128 elements, the "
         "function touches 248; with argument_checks::exact nobody can pass more: declare it "
         "larger, "
         "or its sizes in another order"}));
}

TEST_F(StorageErrors, SwappedSizesOfInputsNameTheLineOfTheInput) {
    const int line = __LINE__ + 1;
    const Input swapped("swapped", {8, 16}, p_int32);
    computation D("D", {p.i, p.j}, swapped(p.i, p.j));
    D.store_in(&p.c_mem);
    p.C.store_in(&p.c_mem);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, swapped.get_buffer(), &p.c_mem});
        },
        {"storage_test.cpp:" + std::to_string(line) +
         ": the buffer of \"swapped\": is declared too small: of sizes {8, 16}"}));
}

TEST_F(StorageErrors, SwappedSizesThatAreReadNameTheLinesOfTheReaderAndTheBuffer) {
    const int line = __LINE__ + 1;
    buffer swapped("swapped", {8, 16}, p_int32, a_temporary);
    computation T("T", {var("x", 0, 8), var("y", 0, 16)}, 1);
    computation D("D", {p.i, p.j}, T(p.i, p.j));
    T.store_in(&swapped);
    D.store_in(&p.c_mem);
    p.C.store_in(&p.c_mem);
    const std::string file = "storage_test.cpp:";
    EXPECT_TRUE(throws<user_error>([&] { p.function.compile(p.arguments()); },
                                   {file + std::to_string(line + 2),
                                    ": computation \"D\": reads \"T\" outside buffer \"swapped\" "
                                    "of size {8, 16}, declared at ",
                                    file + std::to_string(line) + ": D(8, "}));
}

TEST_F(StorageErrors, ABufferThatWasMadeForAComputationIsCalledAfterIt) {
    computation T("T", {p.i}, 1);
    computation U("U", {p.i, p.j}, T(p.i));
    U.store_in(T.get_buffer());
    EXPECT_TRUE(throws<user_error>([&] { p.function.compile(p.arguments()); },
                                   {"computation \"U\": store_in(T.get_buffer()): gives 2 indices "
                                    "but the buffer of \"T\" has 1 dimensions"}));
}

TEST_F(StorageErrors, AMapNamesWhatThereIs) {
    const int line = __LINE__ + 1;
    const auto access = [&](const std::string &map) { p.C.set_access(map); };
    EXPECT_TRUE(throws<user_error>(
        [&] { access("{ C[i, j] -> mem[i, j] }"); },
        {"storage_test.cpp:" + std::to_string(line),
         "computation \"C\": set_access(\"{ C[i, j] -> mem[i, j] }\"): maps to \"mem\", which is "
         "no "
         "buffer of function \"small\": it has \"a_mem\", \"c_mem\"; name one of these, or declare "
         "another first"}));
    EXPECT_TRUE(throws<user_error>([&] { access("{ C[i, j] -> [i, j] }"); },
                                   {"maps to no name, which is no buffer of function"}));
    EXPECT_TRUE(throws<user_error>([&] { access("{ D[i, j] -> c_mem[i, j] }"); },
                                   {"maps \"D\" of 2 dimensions; it has to map the computation "
                                    "itself, \"C[i, j]\""}));
    EXPECT_TRUE(throws<user_error>([&] { access("{ C[i] -> c_mem[i, 0] }"); },
                                   {"maps \"C\" of 1 dimensions; it has to map the computation "
                                    "itself, \"C[i, j]\""}));
}

TEST_F(StorageErrors, AMapHasAnIndexForEveryDimension) {
    p.C.store_in(&p.c_mem, {p.i});
    EXPECT_TRUE(
        throws<user_error>([&] { p.function.compile(p.arguments()); },
                           {"storage_test.cpp:", "computation \"C\"", "store_in(&c_mem, {i})",
                            "gives 1 indices", "buffer \"c_mem\" has 2 dimensions"}));
}

TEST_F(StorageErrors, ABufferIsNeeded) {
    EXPECT_TRUE(
        throws<user_error>([&] { p.C.store_in(nullptr); }, {"computation \"C\"", "a buffer"}));
}

TEST_F(StorageErrors, ATemporaryThatIsReadIsWritten) {
    const int line = __LINE__ + 1;
    buffer t("t", {16, 8}, p_int32, a_temporary);
    input T("T", {p.i, p.j}, p_int32);
    T.store_in(&t);
    p.C.set_expression(T(p.i, p.j) + p.A(p.i, p.j));
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.compile(p.arguments()); },
        {"storage_test.cpp:" + std::to_string(line) +
         ": buffer \"t\": is a temporary that is read, as \"T\", and that nobody writes; store a "
         "computation in it, or make it a_input and pass it to codegen"}));
    EXPECT_NO_THROW(p.function.loops_text()) << "it may become an argument";
    EXPECT_NO_THROW(p.function.compile({&p.a_mem, &t, &p.c_mem}));
    computation D("D", {p.i, p.j}, p.A(p.i, p.j) * 2);
    D.store_in(&t);
    D.before(p.C, computation::root);
    EXPECT_NO_THROW(p.function.compile(p.arguments()));
}

TEST_F(StorageErrors, ABufferOfAnotherFunctionIsRefused) {
    small_program other("another");
    EXPECT_TRUE(
        throws<user_error>([&] { p.C.store_in(&other.c_mem); },
                           {"buffer \"c_mem\" belongs to function \"another\"", "\"small\""}));
}

TEST_F(StorageErrors, AMapThatIsNullIsRefused) {
    EXPECT_TRUE(throws<user_error>([&] { p.C.set_access(static_cast<isl_map *>(nullptr)); },
                                   {"computation \"C\"", "set_access", "the map is null"}));
}

TEST(OwnBuffers, ComputationsMayHaveAnyName) {
    init("any_name");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    const computation plain("a b", {i}, i), other("a.b", {i}, i * 2);
    computation sum("sum", {i}, plain(i) + other(i));
    sum.store_in(&out);
    std::vector<int> found(4);
    EXPECT_EQ(0, ::tiramisu::testing::current().compile({&out})({jit_argument(found.data(), {4})}));
    EXPECT_EQ((std::vector<int>{0, 3, 6, 9}), found);
}

TEST_F(StorageErrors, AMapThatIsNotOneIsRestatedWithItsPlace) {
    EXPECT_TRUE(throws<user_error>([&] { p.C.set_access("{C[i,j]->c_mem[i,}"); },
                                   {"computation \"C\"", "set_access", "isl's notation"}));
}

TEST_F(StorageErrors, AMapGivesOneElement) {
    EXPECT_TRUE(throws<unsupported_error>([&] { p.C.set_access("{C[i,j]->c_mem[i,x]: 0<=x<8}"); },
                                          {"computation \"C\"", "one formula"}));
}

TEST_F(StorageErrors, AMapHasNumbersOf32Bits) {
    for (const char *index :
         {"i*4294967297", "i + 4294967296", "i - 4294967296", "i*99999999999999999999",
          "(8i + j) mod 4294967298", "floor((8i + j)/4294967298)"}) {
        EXPECT_TRUE(throws<unsupported_error>(
            [&] { p.C.set_access(std::string("{C[i,j]->c_mem[") + index + ",j]}"); },
            {"computation \"C\"", "set_access", index,
             "has a number of more than 32 bits, in which indices are computed"}))
            << index;
    }
}

TEST_F(StorageErrors, AMapGivesAnElementToEachInstance) {
    EXPECT_TRUE(throws<user_error>(
        [&] { p.C.set_access("{C[i,j]->c_mem[i,j]: i < 3 or j > 0}"); },
        {"computation \"C\": set_access(\"{C[i,j]->c_mem[i,j]: i < 3 or j > 0}\"): gives no "
         "element to C(",
         ", 0); leave the condition out of the map, or write it into the domain"}));
    p.C.set_access("{C[i,j]->c_mem[i,j]: i >= 0 and 0 <= j < 8}");
    EXPECT_NO_THROW(p.function.compile(p.arguments()));
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

TEST_F(StorageErrors, OnlyTemporariesAreLaidOut) {
    EXPECT_TRUE(throws<user_error>(
        [&] { p.c_mem.align(64); },
        {"buffer \"c_mem\"", "align(64)", "is an output", "the caller's", "only temporaries"}));
    EXPECT_TRUE(throws<user_error>([&] { p.a_mem.pad(0, 8); },
                                   {"buffer \"a_mem\"", "pad(0, 8)", "is an input"}));
    EXPECT_TRUE(throws<user_error>([&] { p.c_mem.allocate_at(p.C, p.i); },
                                   {"buffer \"c_mem\"", "allocate_at(C, i)", "is an output"}));
}

TEST_F(StorageErrors, AnAlignmentIsAPowerOfTwo) {
    buffer t("t", {16, 8}, p_int32, a_temporary);
    for (const int bytes : {-1, 0, 48, 8192}) {
        EXPECT_TRUE(throws<user_error>([&] { t.align(bytes); },
                                       {"buffer \"t\"", "align(" + std::to_string(bytes) + ")",
                                        "power of two from 1 to 4096"}));
    }
}

TEST_F(StorageErrors, PaddingFollowsADimensionThatThereIs) {
    buffer t("t", {16, 8}, p_int32, a_temporary);
    EXPECT_TRUE(
        throws<user_error>([&] { t.pad(2, 4); }, {"pad(2, 4)", "has no dimension 2", "it has 2"}));
    EXPECT_TRUE(throws<user_error>([&] { t.pad(-1, 4); }, {"has no dimension -1"}));
    EXPECT_TRUE(throws<user_error>([&] { t.pad(1, -4); }, {"pad(1, -4)", "at least 0"}));
}

TEST_F(StorageErrors, TemporariesThatAreLaidOutAreNoArguments) {
    buffer t("t", {16, 8}, p_int32, a_temporary);
    p.C.store_in(&t);
    t.align(64);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &t});
        },
        {"buffer \"t\" is among the arguments", "align()"}));
}

class PlaceErrors : public ::testing::Test {
protected:
    void SetUp() override {
        init("places");
        t.emplace("t", std::vector<expr>{16}, p_int32, a_temporary);
        out.emplace("out", std::vector<expr>{16}, p_int32, a_output);
        first.emplace("first", std::vector<var>{i}, expr(i));
        first->store_in(&*t);
    }
    void add_second(const expr &value) {
        second.emplace("second", std::vector<var>{i}, value);
        second->store_in(&*out);
    }
    void compile() { global::get_implicit_function()->compile({&*out}); }
    const var i{"i", 1, 16};
    std::optional<buffer> t, out;
    std::optional<computation> first, second;
};

TEST_F(PlaceErrors, ThereIsSuchALoop) {
    EXPECT_TRUE(throws<user_error>([&] { t->allocate_at(*first, "j"); },
                                   {"allocate_at(first, j)", "there is no loop \"j\""}));
    EXPECT_TRUE(throws<user_error>([&] { t->allocate_at(*first, 3); },
                                   {"allocate_at(first, 3)", "there is no loop at level 3"}));
    EXPECT_TRUE(throws<user_error>([&] { t->deallocate_at(*first, "j"); },
                                   {"deallocate_at(first, j)", "there is no loop \"j\""}));
    input in("in", {i}, p_int32);
    EXPECT_TRUE(throws<user_error>([&] { t->allocate_at(in, i); },
                                   {"allocate_at(in, i)", "\"in\" has no expression"}));
}

TEST_F(PlaceErrors, ALoopThatIsRenamedLaterIsNamed) {
    add_second((*first)(i) + 1);
    second->after(*first, i);
    t->allocate_at(*second, i);
    first->split(i, 4, "a", "b");
    second->split(i, 4, "a", "b").after(*first, "b");
    EXPECT_TRUE(
        throws<user_error>([&] { compile(); }, {"buffer \"t\"", "allocate_at(second, i)",
                                                "has no loop \"i\"", "after those that change"}));
    t->allocate_at(*second, "b");
    EXPECT_NO_THROW(compile());
}

TEST_F(PlaceErrors, AllUsersAreInsideTheLoop) {
    add_second((*first)(i) + 1);
    t->allocate_at(*first, i);
    EXPECT_TRUE(throws<user_error>([&] { compile(); },
                                   {"buffer \"t\"", "allocate_at(first, i)",
                                    "\"second\" uses the buffer outside of loop \"i\""}));
}

TEST_F(PlaceErrors, ValuesThatCrossIterationsAreShown) {
    const var later("i", 2, 16);
    second.emplace("second", std::vector<var>{later}, (*first)(later - 1) + 1);
    second->store_in(&*out);
    second->after(*first, i);
    t->allocate_at(*second, i);
    EXPECT_TRUE(throws<schedule_error>(
        [&] { compile(); }, {"buffer \"t\"", "allocate_at(second, i)",
                             "iterations of loop \"i\" cannot each have the buffer for themselves",
                             "first(1) writes t[1] before second(2) reads it"}));
}

TEST_F(PlaceErrors, ValuesAreKnownToBeWritten) {
    input in("in", {i}, p_int32);
    buffer memory("memory", {16}, p_int32, a_input);
    in.store_in(&memory);
    first->add_predicate(in(i) > 0);
    add_second((*first)(i) + 1);
    second->after(*first, i);
    t->allocate_at(*second, i);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            global::get_implicit_function()->compile({&memory, &*out});
        },
        {"buffer \"t\"", "\"second\" reads elements of it", "not known to write before"}));
}

TEST_F(PlaceErrors, LanesShareWhatIsAllocated) {
    add_second((*first)(i) + 1);
    first->vectorize(i, 4);
    second->vectorize(i, 4).after(*first, "i_vec");
    t->allocate_at(*second, "i_vec");
    EXPECT_TRUE(
        throws<user_error>([&] { compile(); }, {"allocate_at(second, i_vec)", "lanes of vectors"}));
    t->allocate_at(*second, i);
    EXPECT_NO_THROW(compile());
}

TEST_F(StorageErrors, AnIndexIsAnInteger) {
    for (const expr &index : {expr(1.5f), cast(p_float32, p.i) * 0.5f, expr(true), expr()}) {
        EXPECT_TRUE(throws<user_error>(
            [&] {
                p.C.store_in(&p.c_mem, {index, p.j});
            },
            {"storage_test.cpp", "computation \"C\": store_in(&c_mem, {", "has type ",
             "an index is an integer"}));
    }
    EXPECT_TRUE(throws<user_error>([&] { p.C.store_in({expr(1.5f)}, {expr(4)}); },
                                   {"store_in({1.5f}, ...)", "index 1.5f has type float32"}));
    EXPECT_NO_THROW(p.function.compile(p.arguments()));
}

} // namespace
} // namespace tiramisu::oracle
