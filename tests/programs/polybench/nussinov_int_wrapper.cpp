#include "nussinov_int.o.h"

#include "../size.h"
#include "integers.h"
#include "tiramisu/utils.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    Halide::Runtime::Buffer<uint8_t> seq(N);
    seq.for_each_element([&](int i) { seq(i) = uint8_t((i + 1) % 4); });
    auto table = matrix<int>(N, N, [](int, int) { return 0; }), expected = table.copy();
    const auto cell = [&](int i, int j) -> int & { return expected(j, i); };

    for (int i = N - 2; i >= 0; i--) {
        for (int j = i + 1; j < N; j++) {
            int best = std::max({cell(i, j), cell(i, j - 1), cell(i + 1, j)});
            best = std::max(best, cell(i + 1, j - 1) + (i < j - 1 && seq(i) + seq(j) == 3));
            for (int k = i + 1; k < j; k++) {
                best = std::max(best, cell(i, k) + cell(k + 1, j));
            }
            cell(i, j) = best;
        }
    }

    nussinov_int(seq, table);
    compare_buffers("nussinov_int", table, expected);
}
