#include "peers/plain_loops.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "plain/sizes.h"

// As they would be written in C, with nothing said of vectors or threads.

namespace tiramisu::bench {

namespace {

template <typename T>
T *at(void *const *p, int i) {
    return static_cast<T *>(p[i]);
}
template <typename T, int N>
using rows = T (*)[N];
template <typename T, int N>
rows<T, N> mat(void *const *p, int i) {
    return static_cast<rows<T, N>>(p[i]);
}

template <typename T>
void gemm_(const T (*__restrict a)[product_size], const T (*__restrict b)[product_size],
           T (*__restrict c)[product_size]) {
    for (int i = 0; i < product_size; i++) {
        for (int j = 0; j < product_size; j++)
            c[i][j] = 0;
        for (int k = 0; k < product_size; k++)
            for (int j = 0; j < product_size; j++)
                c[i][j] += a[i][k] * b[k][j];
    }
}
template <typename T>
void gemm_dot_(const T (*__restrict a)[product_size], const T (*__restrict b)[product_size],
               T (*__restrict c)[product_size]) {
    for (int i = 0; i < product_size; i++)
        for (int j = 0; j < product_size; j++) {
            c[i][j] = 0;
            for (int k = 0; k < product_size; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}
template <typename T>
void gemm_nt_(const T (*__restrict a)[product_size], const T (*__restrict b)[product_size],
              T (*__restrict c)[product_size]) {
    for (int i = 0; i < product_size; i++)
        for (int j = 0; j < product_size; j++) {
            c[i][j] = 0;
            for (int k = 0; k < product_size; k++)
                c[i][j] += a[i][k] * b[j][k];
        }
}
template <typename T>
void syrk_(const T (*__restrict a)[product_size], T (*__restrict c)[product_size]) {
    for (int i = 0; i < product_size; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= T(0.5);
        for (int k = 0; k < product_size; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += T(1.5) * a[i][k] * a[j][k];
    }
}
template <typename T>
void trmm_(const T (*__restrict a)[product_size], T (*__restrict b)[product_size]) {
    for (int i = 0; i < product_size; i++)
        for (int j = 0; j < product_size; j++) {
            for (int k = i + 1; k < product_size; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = T(1.5) * b[i][j];
        }
}
template <typename T>
void doitgen_(const T (*__restrict a)[cube_size][cube_size], const T (*__restrict c)[cube_size],
              T (*__restrict r)[cube_size][cube_size]) {
    for (int q = 0; q < cube_size; q++)
        for (int i = 0; i < cube_size; i++)
            for (int p = 0; p < cube_size; p++) {
                r[q][i][p] = 0;
                for (int k = 0; k < cube_size; k++)
                    r[q][i][p] += a[q][i][k] * c[k][p];
            }
}
template <typename T>
void lu_(T (*__restrict a)[factor_size]) {
    for (int i = 0; i < factor_size; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < factor_size; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}
template <typename T>
void lu_kij_(T (*__restrict a)[factor_size]) {
    for (int k = 0; k < factor_size; k++) {
        for (int i = k + 1; i < factor_size; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < factor_size; i++)
            for (int j = k + 1; j < factor_size; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}
template <typename T>
void cholesky_(T (*__restrict a)[factor_size]) {
    for (int i = 0; i < factor_size; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = std::sqrt(a[i][i]);
    }
}
template <typename T>
void trisolv_(const T (*__restrict l)[vector_size], const T *__restrict b, T *__restrict x) {
    for (int i = 0; i < vector_size; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
}
template <typename T>
void mvt_(const T (*__restrict a)[vector_size], const T *__restrict y1, const T *__restrict y2,
          T *__restrict x1, T *__restrict x2) {
    for (int i = 0; i < vector_size; i++)
        for (int j = 0; j < vector_size; j++)
            x1[i] += a[i][j] * y1[j];
    for (int i = 0; i < vector_size; i++)
        for (int j = 0; j < vector_size; j++)
            x2[i] += a[j][i] * y2[j];
}
template <typename T>
void atax_(const T (*__restrict a)[vector_size], const T *__restrict x, T *__restrict y,
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
void gemver_(T (*__restrict a)[vector_size], const T *__restrict u, const T *__restrict w_,
             const T *__restrict y, T *__restrict x) {
    for (int i = 0; i < vector_size; i++)
        for (int j = 0; j < vector_size; j++)
            a[i][j] = a[i][j] + u[i] * w_[j];
    for (int i = 0; i < vector_size; i++)
        for (int j = 0; j < vector_size; j++)
            x[i] += T(1.2) * a[j][i] * y[j];
}
template <typename T>
void covariance_(T (*__restrict d)[product_size], T (*__restrict cov)[product_size],
                 T *__restrict mean) {
    for (int j = 0; j < product_size; j++) {
        mean[j] = 0;
        for (int i = 0; i < product_size; i++)
            mean[j] += d[i][j];
        mean[j] = mean[j] * T(1.0 / product_size);
    }
    for (int i = 0; i < product_size; i++)
        for (int j = 0; j < product_size; j++)
            d[i][j] -= mean[j];
    for (int i = 0; i < product_size; i++)
        for (int j = i; j < product_size; j++) {
            cov[i][j] = 0;
            for (int k = 0; k < product_size; k++)
                cov[i][j] += d[k][i] * d[k][j];
            cov[i][j] = cov[i][j] * T(1.0 / (product_size - 1));
            cov[j][i] = cov[i][j];
        }
}
template <typename T>
void jacobi_1d_(T *__restrict a, T *__restrict b) {
    for (int q = 0; q < line_steps; q++) {
        for (int i = 1; i < line_size - 1; i++)
            b[i] = T(0.25) * (a[i - 1] + a[i] + a[i + 1]);
        for (int i = 1; i < line_size - 1; i++)
            a[i] = T(0.25) * (b[i - 1] + b[i] + b[i + 1]);
    }
}
template <typename T>
void jacobi_2d_(T (*__restrict a)[grid_size], T (*__restrict b)[grid_size]) {
    for (int q = 0; q < grid_steps; q++) {
        for (int i = 1; i < grid_size - 1; i++)
            for (int j = 1; j < grid_size - 1; j++)
                b[i][j] =
                    T(0.2) * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
        for (int i = 1; i < grid_size - 1; i++)
            for (int j = 1; j < grid_size - 1; j++)
                a[i][j] =
                    T(0.2) * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
    }
}
template <typename T>
void seidel_2d_(T (*__restrict a)[grid_size]) {
    for (int q = 0; q < grid_steps; q++)
        for (int i = 1; i < grid_size - 1; i++)
            for (int j = 1; j < grid_size - 1; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] +
                           a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) *
                          T(1.0 / 9);
}
template <typename T>
void heat_3d_(T (*__restrict a)[cube_size][cube_size], T (*__restrict b)[cube_size][cube_size]) {
    for (int q = 0; q < grid_steps; q++) {
        for (int i = 1; i < cube_size - 1; i++)
            for (int j = 1; j < cube_size - 1; j++)
                for (int k = 1; k < cube_size - 1; k++)
                    b[i][j][k] = T(0.125) * (a[i + 1][j][k] - T(2) * a[i][j][k] + a[i - 1][j][k]) +
                                 T(0.125) * (a[i][j + 1][k] - T(2) * a[i][j][k] + a[i][j - 1][k]) +
                                 T(0.125) * (a[i][j][k + 1] - T(2) * a[i][j][k] + a[i][j][k - 1]) +
                                 a[i][j][k];
        for (int i = 1; i < cube_size - 1; i++)
            for (int j = 1; j < cube_size - 1; j++)
                for (int k = 1; k < cube_size - 1; k++)
                    a[i][j][k] = T(0.125) * (b[i + 1][j][k] - T(2) * b[i][j][k] + b[i - 1][j][k]) +
                                 T(0.125) * (b[i][j + 1][k] - T(2) * b[i][j][k] + b[i][j - 1][k]) +
                                 T(0.125) * (b[i][j][k + 1] - T(2) * b[i][j][k] + b[i][j][k - 1]) +
                                 b[i][j][k];
    }
}
template <typename T>
void fdtd_(T (*__restrict ex)[grid_size], T (*__restrict ey)[grid_size],
           T (*__restrict hz)[grid_size], const T *__restrict fict) {
    for (int q = 0; q < grid_steps; q++) {
        for (int j = 0; j < grid_size; j++)
            ey[0][j] = fict[q];
        for (int i = 1; i < grid_size; i++)
            for (int j = 0; j < grid_size; j++)
                ey[i][j] = ey[i][j] - T(0.5) * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < grid_size; i++)
            for (int j = 1; j < grid_size; j++)
                ex[i][j] = ex[i][j] - T(0.5) * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < grid_size - 1; i++)
            for (int j = 0; j < grid_size - 1; j++)
                hz[i][j] = hz[i][j] - T(0.7) * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}
template <typename T>
void lcs_(const T *__restrict x, const T *__restrict y, T (*__restrict m)[table_size + 1]) {
    for (int i = 1; i <= table_size; i++)
        for (int j = 1; j <= table_size; j++)
            m[i][j] =
                x[i - 1] == y[j - 1] ? m[i - 1][j - 1] + T(1) : std::max(m[i - 1][j], m[i][j - 1]);
}
template <typename T>
void smith_(const T *__restrict x, const T *__restrict y, T (*__restrict m)[table_size + 1]) {
    for (int i = 1; i <= table_size; i++)
        for (int j = 1; j <= table_size; j++) {
            T same = m[i - 1][j - 1] + (x[i - 1] == y[j - 1] ? T(3) : T(-3));
            m[i][j] = std::max(std::max(same, T(0)), std::max(m[i - 1][j], m[i][j - 1]) - T(2));
        }
}
template <typename T>
void prefix_(const T *__restrict x, T *__restrict y) {
    y[0] = x[0];
    for (int i = 1; i < stream_size; i++)
        y[i] = y[i - 1] + x[i];
}
template <typename T>
void prefix_2d_(const T (*__restrict x)[grid_size], T (*__restrict y)[grid_size]) {
    for (int i = 1; i < grid_size; i++)
        for (int j = 1; j < grid_size; j++)
            y[i][j] = x[i][j] + y[i - 1][j] + y[i][j - 1] - y[i - 1][j - 1];
}
template <typename T>
void floyd_(T (*__restrict p)[node_count]) {
    for (int k = 0; k < node_count; k++)
        for (int i = 0; i < node_count; i++)
            for (int j = 0; j < node_count; j++)
                p[i][j] = p[i][j] < p[i][k] + p[k][j] ? p[i][j] : p[i][k] + p[k][j];
}
template <typename T>
void conv_(const T (*__restrict in)[picture_size + 2][picture_size + 2],
           const T (*__restrict f)[channels][3][3],
           T (*__restrict out)[picture_size][picture_size]) {
    for (int o = 0; o < channels; o++)
        for (int y = 0; y < picture_size; y++)
            for (int x = 0; x < picture_size; x++) {
                out[o][y][x] = 0;
                for (int c = 0; c < channels; c++)
                    for (int ky = 0; ky < 3; ky++)
                        for (int kx = 0; kx < 3; kx++)
                            out[o][y][x] += f[o][c][ky][kx] * in[c][y + ky][x + kx];
            }
}
template <typename T>
void blur_(const T (*__restrict in)[grid_size], T (*__restrict mid)[grid_size],
           T (*__restrict out)[grid_size]) {
    for (int i = 0; i < grid_size; i++)
        for (int j = 1; j < grid_size - 1; j++)
            mid[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) * T(1.0 / 3);
    for (int i = 1; i < grid_size - 1; i++)
        for (int j = 1; j < grid_size - 1; j++)
            out[i][j] = (mid[i - 1][j] + mid[i][j] + mid[i + 1][j]) * T(1.0 / 3);
}
template <typename T>
void histogram_(const int32_t *__restrict idx, const T *__restrict x, T *__restrict h) {
    for (int i = 0; i < bins; i++)
        h[i] = 0;
    for (int i = 0; i < stream_size; i++)
        h[idx[i]] += x[i];
}
template <typename T>
void gather_(const int32_t *__restrict idx, const T *__restrict x, T *__restrict y) {
    for (int i = 0; i < stream_size; i++)
        y[i] = x[i] * x[idx[i]];
}
template <typename T>
void axpy_(const T *__restrict x, T *__restrict y) {
    for (int i = 0; i < stream_size; i++)
        y[i] = T(1.5) * x[i] + y[i];
}
template <typename T>
void dot_(const T *__restrict x, const T *__restrict y, T *__restrict r) {
    r[0] = 0;
    for (int i = 0; i < stream_size; i++)
        r[0] += x[i] * y[i];
}
template <typename T>
void transpose_(const T (*__restrict a)[grid_size], T (*__restrict b)[grid_size]) {
    for (int i = 0; i < grid_size; i++)
        for (int j = 0; j < grid_size; j++)
            b[i][j] = a[j][i];
}
template <typename T>
void relu_(const T *__restrict x, T *__restrict y) {
    for (int i = 0; i < stream_size; i++)
        y[i] = x[i] > T(0) ? x[i] : x[i] * T(0.1);
}

// The arrays of a problem, in the order of its arguments.

template <typename T>
void l_gemm(void *const *p) {
    gemm_<T>(mat<T, product_size>(p, 0), mat<T, product_size>(p, 1), mat<T, product_size>(p, 2));
}
template <typename T>
void l_gemm_dot(void *const *p) {
    gemm_dot_<T>(mat<T, product_size>(p, 0), mat<T, product_size>(p, 1),
                 mat<T, product_size>(p, 2));
}
template <typename T>
void l_gemm_nt(void *const *p) {
    gemm_nt_<T>(mat<T, product_size>(p, 0), mat<T, product_size>(p, 1), mat<T, product_size>(p, 2));
}
template <typename T>
void l_syrk(void *const *p) {
    syrk_<T>(mat<T, product_size>(p, 0), mat<T, product_size>(p, 1));
}
template <typename T>
void l_trmm(void *const *p) {
    trmm_<T>(mat<T, product_size>(p, 0), mat<T, product_size>(p, 1));
}
template <typename T>
void l_doitgen(void *const *p) {
    doitgen_<T>(static_cast<T(*)[cube_size][cube_size]>(p[0]), mat<T, cube_size>(p, 1),
                static_cast<T(*)[cube_size][cube_size]>(p[2]));
}
template <typename T>
void l_lu(void *const *p) {
    lu_<T>(mat<T, factor_size>(p, 0));
}
template <typename T>
void l_lu_kij(void *const *p) {
    lu_kij_<T>(mat<T, factor_size>(p, 0));
}
template <typename T>
void l_cholesky(void *const *p) {
    cholesky_<T>(mat<T, factor_size>(p, 0));
}
template <typename T>
void l_trisolv(void *const *p) {
    trisolv_<T>(mat<T, vector_size>(p, 0), at<T>(p, 1), at<T>(p, 2));
}
template <typename T>
void l_mvt(void *const *p) {
    mvt_<T>(mat<T, vector_size>(p, 0), at<T>(p, 1), at<T>(p, 2), at<T>(p, 3), at<T>(p, 4));
}
template <typename T>
void l_atax(void *const *p) {
    atax_<T>(mat<T, vector_size>(p, 0), at<T>(p, 1), at<T>(p, 2), at<T>(p, 3));
}
template <typename T>
void l_gemver(void *const *p) {
    gemver_<T>(mat<T, vector_size>(p, 0), at<T>(p, 1), at<T>(p, 2), at<T>(p, 3), at<T>(p, 4));
}
template <typename T>
void l_covariance(void *const *p) {
    covariance_<T>(mat<T, product_size>(p, 0), mat<T, product_size>(p, 1), at<T>(p, 2));
}
template <typename T>
void l_jacobi_1d(void *const *p) {
    jacobi_1d_<T>(at<T>(p, 0), at<T>(p, 1));
}
template <typename T>
void l_jacobi_2d(void *const *p) {
    jacobi_2d_<T>(mat<T, grid_size>(p, 0), mat<T, grid_size>(p, 1));
}
template <typename T>
void l_seidel_2d(void *const *p) {
    seidel_2d_<T>(mat<T, grid_size>(p, 0));
}
template <typename T>
void l_heat_3d(void *const *p) {
    heat_3d_<T>(static_cast<T(*)[cube_size][cube_size]>(p[0]),
                static_cast<T(*)[cube_size][cube_size]>(p[1]));
}
template <typename T>
void l_fdtd(void *const *p) {
    fdtd_<T>(mat<T, grid_size>(p, 0), mat<T, grid_size>(p, 1), mat<T, grid_size>(p, 2),
             at<T>(p, 3));
}
template <typename T>
void l_lcs(void *const *p) {
    lcs_<T>(at<T>(p, 0), at<T>(p, 1), mat<T, table_size + 1>(p, 2));
}
template <typename T>
void l_smith(void *const *p) {
    smith_<T>(at<T>(p, 0), at<T>(p, 1), mat<T, table_size + 1>(p, 2));
}
template <typename T>
void l_prefix(void *const *p) {
    prefix_<T>(at<T>(p, 0), at<T>(p, 1));
}
template <typename T>
void l_prefix_2d(void *const *p) {
    prefix_2d_<T>(mat<T, grid_size>(p, 0), mat<T, grid_size>(p, 1));
}
template <typename T>
void l_floyd(void *const *p) {
    floyd_<T>(mat<T, node_count>(p, 0));
}
template <typename T>
void l_conv(void *const *p) {
    conv_<T>(static_cast<T(*)[picture_size + 2][picture_size + 2]>(p[0]),
             static_cast<T(*)[channels][3][3]>(p[1]),
             static_cast<T(*)[picture_size][picture_size]>(p[2]));
}
template <typename T>
void l_blur(void *const *p) {
    blur_<T>(mat<T, grid_size>(p, 0), mat<T, grid_size>(p, 1), mat<T, grid_size>(p, 2));
}
template <typename T>
void l_histogram(void *const *p) {
    histogram_<T>(at<int32_t>(p, 0), at<T>(p, 1), at<T>(p, 2));
}
template <typename T>
void l_gather(void *const *p) {
    gather_<T>(at<int32_t>(p, 0), at<T>(p, 1), at<T>(p, 2));
}
template <typename T>
void l_axpy(void *const *p) {
    axpy_<T>(at<T>(p, 0), at<T>(p, 1));
}
template <typename T>
void l_dot(void *const *p) {
    dot_<T>(at<T>(p, 0), at<T>(p, 1), at<T>(p, 2));
}
template <typename T>
void l_transpose(void *const *p) {
    transpose_<T>(mat<T, grid_size>(p, 0), mat<T, grid_size>(p, 1));
}
template <typename T>
void l_relu(void *const *p) {
    relu_<T>(at<T>(p, 0), at<T>(p, 1));
}

const plain_loops all[] = {
    {"gemm", l_gemm<float>, l_gemm<double>},
    {"gemm_dot", l_gemm_dot<float>, l_gemm_dot<double>},
    {"gemm_nt", l_gemm_nt<float>, l_gemm_nt<double>},
    {"syrk", l_syrk<float>, l_syrk<double>},
    {"trmm", l_trmm<float>, l_trmm<double>},
    {"doitgen", l_doitgen<float>, l_doitgen<double>},
    {"covariance", l_covariance<float>, l_covariance<double>},
    {"convolution", l_conv<float>, l_conv<double>},
    {"lu", l_lu<float>, l_lu<double>},
    {"lu_kij", l_lu_kij<float>, l_lu_kij<double>},
    {"cholesky", l_cholesky<float>, l_cholesky<double>},
    {"trisolv", l_trisolv<float>, l_trisolv<double>},
    {"floyd_warshall", l_floyd<float>, l_floyd<double>},
    {"mvt", l_mvt<float>, l_mvt<double>},
    {"atax", l_atax<float>, l_atax<double>},
    {"gemver", l_gemver<float>, l_gemver<double>},
    {"histogram", l_histogram<float>, l_histogram<double>},
    {"gather", l_gather<float>, l_gather<double>},
    {"axpy", l_axpy<float>, l_axpy<double>},
    {"dot", l_dot<float>, l_dot<double>},
    {"relu", l_relu<float>, l_relu<double>},
    {"transpose", l_transpose<float>, l_transpose<double>},
    {"jacobi_1d", l_jacobi_1d<float>, l_jacobi_1d<double>},
    {"jacobi_2d", l_jacobi_2d<float>, l_jacobi_2d<double>},
    {"seidel_2d", l_seidel_2d<float>, l_seidel_2d<double>},
    {"heat_3d", l_heat_3d<float>, l_heat_3d<double>},
    {"fdtd_2d", l_fdtd<float>, l_fdtd<double>},
    {"blur", l_blur<float>, l_blur<double>},
    {"lcs", l_lcs<float>, l_lcs<double>},
    {"smith_waterman", l_smith<float>, l_smith<double>},
    {"prefix", l_prefix<float>, l_prefix<double>},
    {"prefix_2d", l_prefix_2d<float>, l_prefix_2d<double>},
};

} // namespace

const plain_loops &plain_loops_of(const std::string &id) {
    const auto *const found =
        std::find_if(std::begin(all), std::end(all), [&](const auto &one) { return one.id == id; });
    if (found == std::end(all)) {
        throw std::runtime_error("there are no plain loops for " + id);
    }
    return *found;
}

} // namespace tiramisu::bench
