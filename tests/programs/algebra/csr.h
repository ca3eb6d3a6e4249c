#pragma once

#include "../values.h"

/// A square matrix in CSR form: 0 to 3 values a row, the memory holds up to 4.
struct csr_matrix {
    tensor<int> starts, columns;
    tensor<float> values;

    explicit csr_matrix(int rows)
        : starts(rows + 1), columns(all<int>(0, 4 * rows)), values(::values<float>(5, 4 * rows)) {
        int k = 0;
        for (int i = 0; i < rows; i++) {
            starts(i) = k;
            for (int n = 0; n < i % 4; n++) {
                columns(k++) = (7 * i + 5 * n) % rows;
            }
        }
        starts(rows) = k;
    }

    tensor<float> times(const tensor<float> &x) const {
        tensor<float> y = all<float>(0, x.dim(0).extent());
        for (int i = 0; i < y.dim(0).extent(); i++) {
            for (int k = starts(i); k < starts(i + 1); k++) {
                y(i) += values(k) * x(columns(k));
            }
        }
        return y;
    }
};
