// Taps of a filter, sorted and looked up with the standard library, which the header brings;
// without Halide's, which would take two seconds more.
#include <tiramisu/tiramisu.h>

#ifdef HALIDE_H
#error "Halide.h is on the include path of programs that did not ask for it"
#endif

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 120);
    std::vector<int> taps = {3, 1, 2};
    std::sort(taps.begin(), taps.end());
    assert(taps.front() == 1 && strlen("taps") == 4);
    std::map<int, std::string> names;
    std::unordered_map<std::string, int> factors;
    for (const int tap : taps) {
        std::stringstream name;
        name << "tap_" << tap;
        names[tap] = name.str();
        factors[name.str()] = tap * tap;
    }
    const auto start = std::chrono::steady_clock::now();

    init("filter_by_taps");
    var i("i", 0, N);
    input x("x", {i}, p_int32);
    expr sum = x(i);
    for (const auto &tap : names) {
        sum = sum + x(i + tap.first) * factors.at(tap.second);
    }
    computation y("y", {i}, sum);
    buffer b_x("b_x", {N + 3}, p_int32, a_input), b_y("b_y", {N}, p_int32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y);
    codegen({&b_x, &b_y}, "standard_headers.o");
    std::ofstream("standard_headers.log") << (std::chrono::steady_clock::now() - start).count();
}
