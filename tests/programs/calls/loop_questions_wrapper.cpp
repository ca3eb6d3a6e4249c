#include "loop_questions.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 50), M = size_of(argc, argv, 14, 60);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k % 23; });
    array<int32_t> part = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        int sum = x(0, i);
        for (int j = 0; j < M && j <= i; j++) {
            sum = j == 0 ? sum : x(j, i) + sum * 3 % 7;
            expected(j, i) = sum;
        }
    }
    questions(x, part);
    compare_buffers("loop_questions", part, expected);
}
