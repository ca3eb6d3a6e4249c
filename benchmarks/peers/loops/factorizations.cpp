#include <cmath>

#include "peers/loops/calls.h"
#include "plain/sizes.h"

namespace tiramisu::bench {

namespace {

template <typename T>
void lu(T (*__restrict a)[factor_size]) {
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
void lu_kij(T (*__restrict a)[factor_size]) {
    for (int k = 0; k < factor_size; k++) {
        for (int i = k + 1; i < factor_size; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < factor_size; i++)
            for (int j = k + 1; j < factor_size; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

template <typename T>
void cholesky(T (*__restrict a)[factor_size]) {
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
void trisolv(const T (*__restrict l)[vector_size], const T *__restrict b, T *__restrict x) {
    for (int i = 0; i < vector_size; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
}

template <typename T>
void floyd_warshall(T (*__restrict p)[node_count]) {
    for (int k = 0; k < node_count; k++)
        for (int i = 0; i < node_count; i++)
            for (int j = 0; j < node_count; j++)
                p[i][j] = p[i][j] < p[i][k] + p[k][j] ? p[i][j] : p[i][k] + p[k][j];
}

} // namespace

std::vector<plain_loops> loops_of_factorizations() {
    return {
        {"lu", call<lu<float>>, call<lu<double>>},
        {"lu_kij", call<lu_kij<float>>, call<lu_kij<double>>},
        {"cholesky", call<cholesky<float>>, call<cholesky<double>>},
        {"trisolv", call<trisolv<float>>, call<trisolv<double>>},
        {"floyd_warshall", call<floyd_warshall<float>>, call<floyd_warshall<double>>},
    };
}

} // namespace tiramisu::bench
