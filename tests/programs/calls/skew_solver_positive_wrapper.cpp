#include "skew_solver_positive.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 7, 40), N = size_of(argc, argv, 18, 120);
    auto start = [](int k) { return k * 31 % 1009; };
    array<int32_t> u = filled<int32_t>({N, T}, start), expected = filled<int32_t>({N, T}, start);
    for (int t = 1; t < T; t++) {
        for (int x = 2; x < N - 2; x++) {
            expected(x, t) =
                (expected(x - 2, t - 1) + expected(x, t - 1) + expected(x + 2, t - 1)) % 1009;
        }
    }
    stencil_in_time(u);
    compare_buffers("skew_solver_positive", u, expected);
}
