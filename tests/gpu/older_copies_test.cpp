// Whole buffers copied by computations, as older programs do.

#include <gmock/gmock.h>

#include "gpu/device.h"
#include "tiramisu/jit.h"

namespace tiramisu {
namespace {

using ::tiramisu::testing::on_device;

/// out = 2 in + 1 by way of buffers that are copied to and from.
struct copied {
    tiramisu::function owner;
    constant n;
    var i;
    buffer b_in, b_out, in_there, out_there;
    input in;
    computation twice, to_there, from_there;

    copied()
        : owner((init("copied"), *global::get_implicit_function())), n("n", p_int32), i("i", 0, n),
          b_in("b_in", {n}, p_float32, a_input), b_out("b_out", {n}, p_float32, a_output),
          in_there("in_there", {n}, p_float32, a_temporary),
          out_there("out_there", {n}, p_float32, a_temporary), in("in", {i}, p_float32),
          twice("twice", {i}, in(i)*2.0f + 1.0f), to_there({}, memcpy(b_in, in_there)),
          from_there({}, memcpy(out_there, b_out)) {
        in.store_in(&in_there);
        twice.store_in(&out_there);
    }

    std::string run(const options &opts, int count) {
        std::vector<float> from(static_cast<std::size_t>(count)), to(from.size(), -1);
        for (std::size_t at = 0; at < from.size(); ++at) {
            from[at] = static_cast<float>(at);
        }
        const compiled_function code = owner.compile({&b_in, &b_out}, opts);
        if (code({jit_argument(from.data(), {count}), jit_argument(to.data(), {count}),
                  jit_argument(count)}) != 0) {
            return compiled_function::error_text();
        }
        int wrong = 0;
        for (std::size_t at = 0; at < from.size(); ++at) {
            wrong += to[at] == 2 * from[at] + 1 ? 0 : 1;
        }
        return wrong == 0 ? "" : std::to_string(wrong) + " wrong elements";
    }
};

class OlderCopies : public testing::DeviceTest {};

TEST_F(OlderCopies, RunWhereTheOrderSaysThoughTheyAreDeclaredLater) {
    copied p;
    p.twice.gpu_tile({p.i}, {8}, {var("i0")}, {var("i1")});
    p.to_there.then(p.twice, computation::root).then(p.from_there, computation::root);
    for (const int count : {0, 1, 8, 37}) {
        EXPECT_EQ("", p.run(on_device(), count)) << count;
    }
}

TEST(OlderCopiesOnTheHost, AreOrdinaryLoopsThere) {
    copied p;
    p.to_there.then(p.twice, computation::root).then(p.from_there, computation::root);
    EXPECT_EQ("", p.run({}, 37));
}

} // namespace
} // namespace tiramisu
