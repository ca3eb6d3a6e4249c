#include "skew_four_factors.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 9, 40), N = size_of(argc, argv, 15, 100);
    array<double> start = filled<double>({N}, [](int k) { return k % 4; });
    array<double> heat = zeros<double>({N, T});
    array<double> expected = filled<double>({N, T}, [&](int k) { return start(k % N); });
    for (int t = 1; t < T; t++) {
        for (int x = 1; x < N - 1; x++) {
            expected(x, t) =
                (expected(x - 1, t - 1) + expected(x, t - 1) + expected(x + 1, t - 1)) * 0.25;
        }
    }
    rod(start, heat);
    compare_buffers_approximately("skew_four_factors", heat, expected, 1e-9f);
}
