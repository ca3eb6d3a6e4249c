// Generates out[i] = scale * in[i] + offset; "offset=" is an argument, the scale stands in
// scale.txt.
#include <tiramisu/tiramisu.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

using namespace tiramisu;

int main(int argc, char **argv) {
    int offset = 0;
    for (int argument = 1; argument < argc; ++argument) {
        if (std::strncmp(argv[argument], "offset=", 7) == 0) {
            offset = std::atoi(argv[argument] + 7);
        }
    }
    int scale = 0;
    std::ifstream(SCALE_FILE) >> scale;
    std::cout << "generator runs with offset " << offset << " and scale " << scale << "\n";

    init("shifted");
    var i("i", 0, 1000);
    input in("in", {i}, p_int32);
    computation out("out", {i}, scale * in(i) + offset);
    out.parallelize(i);
    buffer in_memory("in", {1000}, p_int32, a_input);
    buffer out_memory("out", {1000}, p_int32, a_output);
    in.store_in(&in_memory);
    out.store_in(&out_memory);
    codegen({&in_memory, &out_memory}, "shifted.o");
}
