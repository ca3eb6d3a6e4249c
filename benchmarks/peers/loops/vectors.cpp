#include <cstdint>

#include "peers/loops/calls.h"
#include "plain/sizes.h"

namespace tiramisu::bench {

namespace {

template <typename T>
void mvt(const T (*__restrict a)[vector_size], const T *__restrict y1, const T *__restrict y2,
         T *__restrict x1, T *__restrict x2) {
    for (int i = 0; i < vector_size; i++)
        for (int j = 0; j < vector_size; j++)
            x1[i] += a[i][j] * y1[j];
    for (int i = 0; i < vector_size; i++)
        for (int j = 0; j < vector_size; j++)
            x2[i] += a[j][i] * y2[j];
}

template <typename T>
void atax(const T (*__restrict a)[vector_size], const T *__restrict x, T *__restrict y,
          T *__restrict tmp) {
    for (int j = 0; j < vector_size; j++)
        y[j] = 0;
    for (int i = 0; i < vector_size; i++) {
        tmp[i] = 0;
        for (int j = 0; j < vector_size; j++)
            tmp[i] += a[i][j] * x[j];
        for (int j = 0; j < vector_size; j++)
            y[j] += a[i][j] * tmp[i];
    }
}

template <typename T>
void gemver(T (*__restrict a)[vector_size], const T *__restrict u, const T *__restrict w_,
            const T *__restrict y, T *__restrict x) {
    for (int i = 0; i < vector_size; i++)
        for (int j = 0; j < vector_size; j++)
            a[i][j] = a[i][j] + u[i] * w_[j];
    for (int i = 0; i < vector_size; i++)
        for (int j = 0; j < vector_size; j++)
            x[i] += T(1.2) * a[j][i] * y[j];
}

template <typename T>
void histogram(const int32_t *__restrict idx, const T *__restrict x, T *__restrict h) {
    for (int i = 0; i < bins; i++)
        h[i] = 0;
    for (int i = 0; i < stream_size; i++)
        h[idx[i]] += x[i];
}

template <typename T>
void gather(const int32_t *__restrict idx, const T *__restrict x, T *__restrict y) {
    for (int i = 0; i < stream_size; i++)
        y[i] = x[i] * x[idx[i]];
}

template <typename T>
void axpy(const T *__restrict x, T *__restrict y) {
    for (int i = 0; i < stream_size; i++)
        y[i] = T(1.5) * x[i] + y[i];
}

template <typename T>
void dot(const T *__restrict x, const T *__restrict y, T *__restrict r) {
    r[0] = 0;
    for (int i = 0; i < stream_size; i++)
        r[0] += x[i] * y[i];
}

template <typename T>
void relu(const T *__restrict x, T *__restrict y) {
    for (int i = 0; i < stream_size; i++)
        y[i] = x[i] > T(0) ? x[i] : x[i] * T(0.1);
}

template <typename T>
void transpose(const T (*__restrict a)[grid_size], T (*__restrict b)[grid_size]) {
    for (int i = 0; i < grid_size; i++)
        for (int j = 0; j < grid_size; j++)
            b[i][j] = a[j][i];
}

} // namespace

std::vector<plain_loops> loops_of_vectors() {
    return {
        {"mvt", call<mvt<float>>, call<mvt<double>>},
        {"atax", call<atax<float>>, call<atax<double>>},
        {"gemver", call<gemver<float>>, call<gemver<double>>},
        {"histogram", call<histogram<float>>, call<histogram<double>>},
        {"gather", call<gather<float>>, call<gather<double>>},
        {"axpy", call<axpy<float>>, call<axpy<double>>},
        {"dot", call<dot<float>>, call<dot<double>>},
        {"relu", call<relu<float>>, call<relu<double>>},
        {"transpose", call<transpose<float>>, call<transpose<double>>},
    };
}

} // namespace tiramisu::bench
