// Generates pair: a producer, and a consumer that reads one row further on. Arguments: "fused"
// fuses them as they are, which is refused; "mended" after a shift; "caught" tries both;
// "sequence" makes it twice a function of a sequence; "nothing" generates nothing; "noted" tags a
// level that there is not; "gpu" has the loops run on a GPU; "--fail" ends with status 3 after all
// else.
#include <tiramisu/function_sequence.h>
#include <tiramisu/tiramisu.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace tiramisu;

int main(int argc, char **argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto asked = [&](const char *word) {
        return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
    };
    std::cout << "a generator may print\n";
    if (asked("nothing")) {
        return 0;
    }
    init("pair");
    const constant n("n", p_int32);
    const var tall("y", 0, n + 1), y("y", 0, n), x("x", 0, 5);
    buffer out("out", {n, 5}, p_int32, a_output);
    computation a("a", {tall, x}, tall + x), b("b", {y, x}, select(a(y + 1, x) < 9, 1, 0));
    b.store_in(&out);

    if (asked("noted")) {
        b.tag_unroll_level(5);
    }
    if (asked("gpu")) {
        a.gpu_tile({tall, x}, {8, 5});
        b.gpu_tile({y, x}, {8, 5});
    }
    if (asked("fused") || asked("caught")) {
        b.after(a, y);
    }
    if (asked("sequence")) {
        const sequence_call call = {*global::get_implicit_function(), {out}, {{"out"}}, {"n"}};
        const function_sequence twice = {
            "twice", {{"out", {n, 5}, p_int32, a_output}}, {"n"}, {call, call}};
        twice.codegen("twice.o");
        return 0;
    }
    try {
        if (!asked("mended")) {
            codegen({&out}, "pair.o");
        }
    } catch (const schedule_error &) {
        if (!asked("caught")) {
            throw;
        }
    }
    if (asked("mended") || asked("caught")) {
        b.shift(y, 1);
        b.after(a, y);
        codegen({&out}, "pair.o");
    }
    if (asked("--abort")) {
        std::abort();
    }
    return asked("--fail") ? 3 : 0;
}
