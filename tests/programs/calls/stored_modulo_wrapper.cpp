#include "stored_modulo.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 40);
    std::vector<std::vector<int>> triangle(N, std::vector<int>(N, 0));
    for (int i = 0; i < N; i++) {
        triangle[i][0] = 1;
        for (int j = 1; j < N && i > 0; j++) {
            triangle[i][j] = (triangle[i - 1][j - 1] + triangle[i - 1][j]) % 1000;
        }
    }
    array<int32_t> last = zeros<int32_t>({(N + 1) / 2}), expected = zeros<int32_t>({(N + 1) / 2});
    for (int k = 0; 2 * k < N; k++) {
        expected(k) = triangle[N - 1][2 * k];
    }
    pascal(last);
    compare_buffers("stored_modulo", last, expected);
}
