#include "peers/loops/calls.h"
#include "plain/sizes.h"

namespace tiramisu::bench {

namespace {

template <typename T>
void jacobi_1d(T *__restrict a, T *__restrict b) {
    for (int q = 0; q < line_steps; q++) {
        for (int i = 1; i < line_size - 1; i++)
            b[i] = T(0.25) * (a[i - 1] + a[i] + a[i + 1]);
        for (int i = 1; i < line_size - 1; i++)
            a[i] = T(0.25) * (b[i - 1] + b[i] + b[i + 1]);
    }
}

template <typename T>
void jacobi_2d(T (*__restrict a)[grid_size], T (*__restrict b)[grid_size]) {
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
void seidel_2d(T (*__restrict a)[grid_size]) {
    for (int q = 0; q < grid_steps; q++)
        for (int i = 1; i < grid_size - 1; i++)
            for (int j = 1; j < grid_size - 1; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] +
                           a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) *
                          T(1.0 / 9);
}

template <typename T>
void heat_3d(T (*__restrict a)[cube_size][cube_size], T (*__restrict b)[cube_size][cube_size]) {
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
void fdtd_2d(T (*__restrict ex)[grid_size], T (*__restrict ey)[grid_size],
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
void blur(const T (*__restrict in)[grid_size], T (*__restrict mid)[grid_size],
          T (*__restrict out)[grid_size]) {
    for (int i = 0; i < grid_size; i++)
        for (int j = 1; j < grid_size - 1; j++)
            mid[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) * T(1.0 / 3);
    for (int i = 1; i < grid_size - 1; i++)
        for (int j = 1; j < grid_size - 1; j++)
            out[i][j] = (mid[i - 1][j] + mid[i][j] + mid[i + 1][j]) * T(1.0 / 3);
}

} // namespace

std::vector<plain_loops> loops_of_stencils() {
    return {
        {"jacobi_1d", call<jacobi_1d<float>>, call<jacobi_1d<double>>},
        {"jacobi_2d", call<jacobi_2d<float>>, call<jacobi_2d<double>>},
        {"seidel_2d", call<seidel_2d<float>>, call<seidel_2d<double>>},
        {"heat_3d", call<heat_3d<float>>, call<heat_3d<double>>},
        {"fdtd_2d", call<fdtd_2d<float>>, call<fdtd_2d<double>>},
        {"blur", call<blur<float>>, call<blur<double>>},
    };
}

} // namespace tiramisu::bench
