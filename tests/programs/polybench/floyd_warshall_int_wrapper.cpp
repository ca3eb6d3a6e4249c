#include "floyd_warshall_int.o.h"

#include "../size.h"
#include "integers.h"
#include "tiramisu/utils.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    auto path = matrix<int>(N, N, [](int i, int j) {
        const bool is_far = (i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0;
        return is_far ? 999 : i * j % 7 + 1;
    });
    auto expected = path.copy();

    for (int k = 0; k < N; k++) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                expected(j, i) = std::min(expected(j, i), expected(k, i) + expected(j, k));
            }
        }
    }

    floyd_warshall_int(path);
    compare_buffers("floyd_warshall_int", path, expected);
}
