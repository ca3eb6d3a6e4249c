#include "heat3d.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 4, 8), N = size_of(argc, argv, 11, 30);
    tensor<float> in = values<float>(1, N, N, N), out(N, N, N, T + 1), u(N, N, N, T + 1);
    for (int t = 0; t <= T; t++) {
        for (int z = 0; z < N; z++) {
            for (int y = 0; y < N; y++) {
                for (int x = 0; x < N; x++) {
                    u(x, y, z, t) = in(x, y, z);
                    if (t == 0 || z % (N - 1) == 0 || y % (N - 1) == 0 || x % (N - 1) == 0) {
                        continue;
                    }
                    u(x, y, z, t) =
                        u(x, y, z, t - 1) / 4 +
                        (u(x - 1, y, z, t - 1) + u(x + 1, y, z, t - 1) + u(x, y - 1, z, t - 1) +
                         u(x, y + 1, z, t - 1) + u(x, y, z - 1, t - 1) + u(x, y, z + 1, t - 1)) /
                            8;
                }
            }
        }
    }
    heat3d(in, out);
    compare_buffers_approximately("heat3d", out, u, 1e-6f);
}
