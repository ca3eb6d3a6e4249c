#include "in_place_input.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 60), M = size_of(argc, argv, 9, 50);
    array<double> data = filled<double>({M, N}, [](int k) { return k * 7 % 32; });
    array<double> mean = zeros<double>({M}), expected_mean = zeros<double>({M}),
                  expected = data.copy();
    for (int j = 0; j < M; j++) {
        for (int i = 0; i < N; i++) {
            expected_mean(j) += data(j, i);
        }
        expected_mean(j) /= N;
        for (int i = 0; i < N; i++) {
            expected(j, i) -= expected_mean(j);
        }
    }
    centre_columns(data, mean);
    compare_buffers_approximately("in_place_input: mean", mean, expected_mean, 1e-9f);
    compare_buffers_approximately("in_place_input: data", data, expected, 1e-9f);
}
