#include "gated_recurrence.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 5, 20), H = size_of(argc, argv, 7, 40);
    array<float> x = filled<float>({H, T}, [](int k) { return float(k % 13 - 6) / 8; });
    array<float> w = filled<float>({H, H}, [](int k) { return float(k % 7 - 3) / 16; });
    array<float> state = zeros<float>({H}), expected = zeros<float>({H});
    for (int t = 0; t < T; t++) {
        std::vector<float> gate(H);
        for (int h = 0; h < H; h++) {
            float sum = x(h, t);
            for (int k = 0; k < H; k++) {
                sum += w(k, h) * expected(k);
            }
            gate[h] = 1 / (1 + std::exp(-sum));
        }
        for (int h = 0; h < H; h++) {
            expected(h) = gate[h] * expected(h) + (1 - gate[h]) * x(h, t);
        }
    }
    gated(x, w, state);
    compare_buffers_approximately("gated_recurrence", state, expected, 1e-4f);
}
