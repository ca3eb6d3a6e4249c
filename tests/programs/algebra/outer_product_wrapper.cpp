#include "outer_product.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 70), M = size_of(argc, argv, 21, 90);
    tensor<int> sizes(2);
    sizes(0) = N;
    sizes(1) = M;
    tensor<float> u = values<float>(1, N), v = values<float>(2, M), A = values<float>(3, M, N);
    tensor<float> twice(N), expected = A.copy(), expected_twice = all<float>(0, N);
    expected.for_each_element([&](int j, int i) {
        expected(j, i) += u(i) * v(j);
        expected_twice(i) += 2 * expected(j, i);
    });
    outer_product(sizes, u, v, A, twice);
    compare_buffers("A", A, expected);
    compare_buffers("twice", twice, expected_twice);
}
