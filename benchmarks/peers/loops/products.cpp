#include "peers/loops/calls.h"
#include "plain/sizes.h"

namespace tiramisu::bench {

namespace {

template <typename T>
void gemm(const T (*__restrict a)[product_size], const T (*__restrict b)[product_size],
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
void gemm_dot(const T (*__restrict a)[product_size], const T (*__restrict b)[product_size],
              T (*__restrict c)[product_size]) {
    for (int i = 0; i < product_size; i++)
        for (int j = 0; j < product_size; j++) {
            c[i][j] = 0;
            for (int k = 0; k < product_size; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

template <typename T>
void gemm_nt(const T (*__restrict a)[product_size], const T (*__restrict b)[product_size],
             T (*__restrict c)[product_size]) {
    for (int i = 0; i < product_size; i++)
        for (int j = 0; j < product_size; j++) {
            c[i][j] = 0;
            for (int k = 0; k < product_size; k++)
                c[i][j] += a[i][k] * b[j][k];
        }
}

template <typename T>
void syrk(const T (*__restrict a)[product_size], T (*__restrict c)[product_size]) {
    for (int i = 0; i < product_size; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= T(0.5);
        for (int k = 0; k < product_size; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += T(1.5) * a[i][k] * a[j][k];
    }
}

template <typename T>
void trmm(const T (*__restrict a)[product_size], T (*__restrict b)[product_size]) {
    for (int i = 0; i < product_size; i++)
        for (int j = 0; j < product_size; j++) {
            for (int k = i + 1; k < product_size; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = T(1.5) * b[i][j];
        }
}

template <typename T>
void doitgen(const T (*__restrict a)[cube_size][cube_size], const T (*__restrict c)[cube_size],
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
void covariance(T (*__restrict d)[product_size], T (*__restrict cov)[product_size],
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
void convolution(const T (*__restrict in)[image_size + 2][image_size + 2],
                 const T (*__restrict f)[channels][3][3],
                 T (*__restrict out)[image_size][image_size]) {
    for (int o = 0; o < channels; o++)
        for (int y = 0; y < image_size; y++)
            for (int x = 0; x < image_size; x++) {
                out[o][y][x] = 0;
                for (int c = 0; c < channels; c++)
                    for (int ky = 0; ky < 3; ky++)
                        for (int kx = 0; kx < 3; kx++)
                            out[o][y][x] += f[o][c][ky][kx] * in[c][y + ky][x + kx];
            }
}

} // namespace

std::vector<plain_loops> loops_of_products() {
    return {
        {"gemm", call<gemm<float>>, call<gemm<double>>},
        {"gemm_dot", call<gemm_dot<float>>, call<gemm_dot<double>>},
        {"gemm_nt", call<gemm_nt<float>>, call<gemm_nt<double>>},
        {"syrk", call<syrk<float>>, call<syrk<double>>},
        {"trmm", call<trmm<float>>, call<trmm<double>>},
        {"doitgen", call<doitgen<float>>, call<doitgen<double>>},
        {"covariance", call<covariance<float>>, call<covariance<double>>},
        {"convolution", call<convolution<float>>, call<convolution<double>>},
    };
}

} // namespace tiramisu::bench
