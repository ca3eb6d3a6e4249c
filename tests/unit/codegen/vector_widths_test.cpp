// Vectors of any width compile and touch no other memory than their elements. Widths of one lane
// more than whole machine vectors, masked, once were assertions of LLVM.

#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "support/environment_number.h"
#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

template <typename T>
class VectorWidths : public ::testing::Test {};
using types =
    ::testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t,
                     std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(VectorWidths, types);

/// Around whole vectors of 128, 256 and 512 bits; TIRAMISU_WIDTHS=70 takes all up to 70.
template <typename T>
std::vector<int> widths() {
    const auto all = static_cast<int>(oracle::environment_number("TIRAMISU_WIDTHS", 0));
    if (all > 0) {
        std::vector<int> every(static_cast<std::size_t>(all));
        std::iota(every.begin(), every.end(), 1);
        return every;
    }
    const int machine = 64 / static_cast<int>(sizeof(T));
    return {3, machine / 4 + 1, machine / 2 + 1, machine - 1, machine + 1, 2 * machine + 1};
}

template <typename T>
T element(int k) {
    return static_cast<T>((k * 7) % 5);
}

/// One way to compute element k of the output.
template <typename T>
struct form {
    const char *name;
    int inputs_per_element;
    std::function<expr(const input &in, const var &i, int count)> value;
    std::function<int(int k, int count)> expected;
    std::function<void(computation &)> add;
    std::function<bool(int k)> is_written;
};

template <typename T>
std::vector<form<T>> forms() {
    const primitive_t type = primitive_type_of<T>();
    const auto at = [](int k) { return static_cast<int>(element<T>(k)); };
    const auto always = [](int) { return true; };
    const auto nothing = [](computation &) {};
    return {
        {"elementwise", 1, [=](const input &in, const var &i, int) { return in(i)*cast(type, 2); },
         [=](int k, int) { return 2 * at(k); }, nothing, always},
        {"strided", 2,
         [=](const input &in, const var &i, int) { return in(2 * i + 1) + cast(type, 1); },
         [=](int k, int) { return at(2 * k + 1) + 1; }, nothing, always},
        {"reversed", 1, [=](const input &in, const var &i, int count) { return in(count - 1 - i); },
         [=](int k, int count) { return at(count - 1 - k); }, nothing, always},
        {"guarded", 1, [=](const input &in, const var &i, int) { return in(i) + cast(type, 1); },
         [=](int k, int) { return at(k) + 1; },
         [=](computation &c) { c.add_predicate(c.get_expr() > cast(type, 2)); },
         [=](int k) { return at(k) + 1 > 2; }},
    };
}

template <typename T>
void run_form(const form<T> &one, int width, tail rest) {
    const int count = 2 * width + 1, read = one.inputs_per_element * count;
    init("widths");
    const primitive_t type = primitive_type_of<T>();
    const var i("i", 0, count), x("x", 0, read);
    input in("in", {x}, type);
    buffer in_memory("in_memory", {read}, type, a_input), out("out", {count}, type, a_output);
    in.store_in(&in_memory);
    computation c("c", {i}, one.value(in, i, count));
    one.add(c);
    c.store_in(&out);
    c.vectorize(i, width, rest);
    const compiled_function code = current().compile({&in_memory, &out});

    std::vector<T> values, expected;
    for (int k = 0; k < read; ++k) {
        values.push_back(element<T>(k));
    }
    for (int k = 0; k < count; ++k) {
        expected.push_back(one.is_written(k) ? static_cast<T>(one.expected(k, count)) : T(99));
    }
    guarded_memory<T> from(values), to(std::vector<T>(expected.size(), T(99)));
    ASSERT_EQ(0, code({{from.data(), {read}}, {to.data(), {count}}}));
    EXPECT_EQ(expected, to.elements());
}

TYPED_TEST(VectorWidths, GiveEveryElement) {
    for (const form<TypeParam> &one : forms<TypeParam>()) {
        for (const int width : widths<TypeParam>()) {
            for (const tail rest : {tail::masked, tail::separated}) {
                SCOPED_TRACE(std::string(one.name) + ", vectors of " + std::to_string(width) +
                             (rest == tail::masked ? ", masked" : ", separated"));
                run_form(one, width, rest);
            }
        }
    }
}

} // namespace
} // namespace tiramisu::testing
