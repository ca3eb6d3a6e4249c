// Sieve: buffers of booleans, and conditions stored in them.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 30, 300);
    init("sieve");

    var n("n", 0, N), d("d", 2, N), m("m", 2, N);
    input wanted("wanted", {n}, p_boolean);
    computation start("start", {n}, n >= 2);
    computation prime("prime", {d, m}, m > d, p_boolean);
    prime.set_expression(prime(d, m) && m % d != 0);
    computation found("found", {n}, start(n) && wanted(n));
    start.then(prime, computation::root).then(found, computation::root);

    buffer b_wanted("b_wanted", {N}, p_boolean, a_input);
    buffer b_prime("b_prime", {N}, p_boolean, a_temporary),
        b_found("b_found", {N}, p_boolean, a_output);
    wanted.store_in(&b_wanted);
    start.store_in(&b_prime);
    prime.store_in(&b_prime, {m});
    found.store_in(&b_found);
    codegen({&b_wanted, &b_found}, "booleans.o");
}
