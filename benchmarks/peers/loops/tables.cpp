#include <algorithm>

#include "peers/loops/calls.h"
#include "plain/sizes.h"

namespace tiramisu::bench {

namespace {

template <typename T>
void lcs(const T *__restrict x, const T *__restrict y, T (*__restrict m)[table_size + 1]) {
    for (int i = 1; i <= table_size; i++)
        for (int j = 1; j <= table_size; j++)
            m[i][j] =
                x[i - 1] == y[j - 1] ? m[i - 1][j - 1] + T(1) : std::max(m[i - 1][j], m[i][j - 1]);
}

template <typename T>
void smith_waterman(const T *__restrict x, const T *__restrict y,
                    T (*__restrict m)[table_size + 1]) {
    for (int i = 1; i <= table_size; i++)
        for (int j = 1; j <= table_size; j++) {
            T same = m[i - 1][j - 1] + (x[i - 1] == y[j - 1] ? T(3) : T(-3));
            m[i][j] = std::max(std::max(same, T(0)), std::max(m[i - 1][j], m[i][j - 1]) - T(2));
        }
}

template <typename T>
void prefix(const T *__restrict x, T *__restrict y) {
    y[0] = x[0];
    for (int i = 1; i < stream_size; i++)
        y[i] = y[i - 1] + x[i];
}

template <typename T>
void prefix_2d(const T (*__restrict x)[grid_size], T (*__restrict y)[grid_size]) {
    for (int i = 1; i < grid_size; i++)
        for (int j = 1; j < grid_size; j++)
            y[i][j] = x[i][j] + y[i - 1][j] + y[i][j - 1] - y[i - 1][j - 1];
}

} // namespace

std::vector<plain_loops> loops_of_tables() {
    return {
        {"lcs", call<lcs<float>>, call<lcs<double>>},
        {"smith_waterman", call<smith_waterman<float>>, call<smith_waterman<double>>},
        {"prefix", call<prefix<float>>, call<prefix<double>>},
        {"prefix_2d", call<prefix_2d<float>>, call<prefix_2d<double>>},
    };
}

} // namespace tiramisu::bench
