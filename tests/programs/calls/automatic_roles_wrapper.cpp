#include "automatic_roles.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 18, 333);
    array<float> x = filled<float>({N}, [](int k) { return float(k); });
    array<float> half = zeros<float>({N});
    array<float> expected = filled<float>({N}, [](int k) { return float(k * k) / 2; });
    halves(x, half);
    compare_buffers("automatic_roles", half, expected);
}
