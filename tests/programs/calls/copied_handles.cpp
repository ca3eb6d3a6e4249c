// A chain of stages kept in standard containers: copies of handles name the same statements.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

static computation stage(const std::string &name, const std::vector<var> &iterators,
                         computation from) {
    computation made(name, iterators, from(iterators[0], iterators[1]) * 2 + iterators[1]);
    made.parallelize(iterators[0]);
    return made;
}

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 40), M = size_of(argc, argv, 15, 60);
    init("chain");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_int32);
    std::vector<computation> stages;
    stages.push_back(stage("stage0", {i, j}, x));
    for (int k = 1; k < 4; k++) {
        stages.push_back(stage("stage" + std::to_string(k), {i, j}, stages.back()));
        stages[k - 1].then(stages[k], i);
    }
    computation last = stages.back();
    last.vectorize(j, 4);

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_last("b_last", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    stages[3].store_in(&b_last);
    if (last.get_buffer()->get_name() != "b_last" || last.get_name() != stages[3].get_name()) {
        return 1;
    }
    codegen({&b_x, last.get_buffer()}, "copied_handles.o");
}
