#include <cstdint>
#include <iostream>
#include <vector>

#include <HalideBuffer.h>

#include "by_log.h"
#include "by_model.h"
#include "pairs.h"

int main() {
    std::vector<std::int32_t> in(200 * 301);
    for (std::size_t i = 0; i < in.size(); ++i) {
        in[i] = static_cast<std::int32_t>(i);
    }
    Halide::Runtime::Buffer<std::int32_t> source(in.data(), 301, 200);
    int wrong = 0;
    for (const auto pairs_of : {pairs, by_model, by_log}) {
        Halide::Runtime::Buffer<std::int32_t> sums(300, 200);
        wrong += pairs_of(source, sums) != 0;
        for (int y = 0; y < 200; ++y) {
            for (int x = 0; x < 300; ++x) {
                wrong += sums(x, y) != 2 * (301 * y + x) + 1;
            }
        }
    }
    std::cout << wrong << " wrong\n";
    return wrong != 0;
}
