#include "low_level_schedule.o.h"

#include "../size.h"
#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 90), M = size_of(argc, argv, 7, 70);
    Halide::Runtime::Buffer<int32_t> A(M, N), row(N), column(M), rows(N), columns(M);
    rows.fill(0);
    columns.fill(0);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            A(j, i) = i * 7 - j * 3 + i * j % 5;
            rows(i) += A(j, i);
            columns(j) += A(j, i);
        }
    }
    sums(A, row, column);
    compare_buffers("sums of rows", row, rows);
    compare_buffers("sums of columns", column, columns);
}
