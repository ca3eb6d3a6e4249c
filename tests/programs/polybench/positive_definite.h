#pragma once

#include "arrays.h"

/// L times its transpose, L being lower triangular with ones on the diagonal.
inline array positive_definite(int n) {
    array lower(n, n, [&](int i, int j) { return j < i ? -j / double(n) + 1 : i == j; });
    array product({n, n});
    for (int t = 0; t < n; t++) {
        for (int r = 0; r < n; r++) {
            for (int s = 0; s < n; s++) {
                product(r, s) += lower(r, t) * lower(s, t);
            }
        }
    }
    return product;
}
