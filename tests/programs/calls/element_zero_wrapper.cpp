#include "element_zero.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 300);
    array<double> x = filled<double>({N}, [](int k) { return k % 7 + 1; });
    array<double> root = zeros<double>({1}), expected_root = zeros<double>({1});
    array<double> unit = zeros<double>({N}), expected_unit = zeros<double>({N});
    double sum = 0;
    for (int i = 0; i < N; i++) {
        sum += x(i) * x(i);
    }
    expected_root(0) = std::sqrt(sum);
    for (int i = 0; i < N; i++) {
        expected_unit(i) = x(i) / std::sqrt(sum);
    }
    norm(x, root, unit);
    compare_buffers_approximately("element_zero: root", root, expected_root, 1e-9f);
    compare_buffers_approximately("element_zero: unit", unit, expected_unit, 1e-12f);
}
