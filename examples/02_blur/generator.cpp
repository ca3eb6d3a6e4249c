// Generates the C function blur: a 3x3 box blur in two stages, fused row by row.
#include <tiramisu/tiramisu.h>

#include <iostream>

using namespace tiramisu;

int main() {
    constexpr int height = 1024, width = 1536;
    init("blur");

    // The algorithm.
    //
    //     for (int y = 0; y < height; y++)
    //         for (int x = 0; x < width - 2; x++)
    //             blur_x[y][x] = (in[y][x] + in[y][x + 1] + in[y][x + 2]) / 3;
    //     for (int y = 0; y < height - 2; y++)
    //         for (int x = 0; x < width - 2; x++)
    //             blur_y[y][x] = (blur_x[y][x] + blur_x[y + 1][x] + blur_x[y + 2][x]) / 3;
    var y("y", 0, height), y_out("y", 0, height - 2), x("x", 0, width - 2);
    input in("in", {y, x}, p_uint16);
    computation blur_x("blur_x", {y, x}, (in(y, x) + in(y, x + 1) + in(y, x + 2)) / 3);
    computation blur_y("blur_y", {y_out, x},
                       (blur_x(y, x) + blur_x(y + 1, x) + blur_x(y + 2, x)) / 3);

    buffer in_memory("in", {height, width}, p_uint16, a_input);
    buffer out_memory("out", {height - 2, width - 2}, p_uint16, a_output);
    in.store_in(&in_memory);
    blur_y.store_in(&out_memory);

    // The schedule: both stages in one loop over the rows, so that a row of blur_x is read again
    // while it is still in the cache. Fused as they are, blur_y would read two rows that are not
    // computed yet; the compiler finds that out and refuses.
    blur_y.after(blur_x, y);
    try {
        codegen({&in_memory, &out_memory}, "blur.o");
        std::cerr << "the illegal fusion was accepted\n";
        return 1;
    } catch (const schedule_error &refused) {
        std::cout << "refused, as it should be:\n" << refused.what() << "\n\n";
    }

    // With blur_y two rows behind, every row is there when it is read.
    //
    //     for (int y = 0; y < height; y++) {
    //         for (int x = 0; x < width - 2; x++)
    //             blur_x[y][x] = ...;
    //         if (y >= 2)
    //             for (int x = 0; x < width - 2; x++)
    //                 blur_y[y - 2][x] = ...;
    //     }
    blur_y.shift(y, 2);
    blur_x.vectorize(x, 16);
    blur_y.vectorize(x, 16);

    codegen({&in_memory, &out_memory}, "blur.o");
    std::cout << "accepted with blur_y two rows behind:\n"
              << global::get_implicit_function()->loops_text();
}
