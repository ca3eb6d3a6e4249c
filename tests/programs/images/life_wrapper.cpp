#include "life.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 4, 9), N = size_of(argc, argv, 13, 48);
    tensor<uint8_t> boards = values<uint8_t>(1, N, N, 2);
    boards.for_each_value([](uint8_t &cell) { cell = cell % 3 == 0; });
    tensor<uint8_t> expected = boards.copy();
    for (int t = 0; t < T; t++) {
        for (int y = 0; y < N; y++) {
            for (int x = 0; x < N; x++) {
                const int cell = expected(x, y, t % 2);
                int alive = -cell;
                for (int k = 0; k < 9; k++) {
                    alive += expected((x + k % 3 + N - 1) % N, (y + k / 3 + N - 1) % N, t % 2);
                }
                expected(x, y, (t + 1) % 2) = alive == 3 || (alive == 2 && cell == 1);
            }
        }
    }
    life(boards);
    compare_buffers("life", boards, expected);
}
