// Calls the generated function blur and compares it with plain loops.
#include "blur.h"

#include <HalideBuffer.h>

#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
    constexpr int height = 1024, width = 1536;
    Halide::Runtime::Buffer<std::uint16_t, 2> in(width, height), out(width - 2, height - 2);
    in.for_each_element([&](int x, int y) {
        in(x, y) = static_cast<std::uint16_t>((x * 7 + y * 13 + x * y) % 256);
    });

    if (const int error = blur(in, out)) {
        std::printf("blur failed with error %d\n", error);
        return 1;
    }

    std::vector<int> blur_x(height * (width - 2));
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width - 2; x++) {
            blur_x[y * (width - 2) + x] = (in(x, y) + in(x + 1, y) + in(x + 2, y)) / 3;
        }
    }
    for (int y = 0; y < height - 2; y++) {
        for (int x = 0; x < width - 2; x++) {
            const int *top = &blur_x[y * (width - 2) + x];
            const int expected = (top[0] + top[width - 2] + top[2 * (width - 2)]) / 3;
            if (out(x, y) != expected) {
                std::printf("out[%d][%d] is %d, expected %d\n", y, x, out(x, y), expected);
                return 1;
            }
        }
    }
    std::printf("blurred %d x %d pixels; all agree with the plain loops\n", width - 2, height - 2);
}
