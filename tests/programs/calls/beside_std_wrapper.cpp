#include "beside_std.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 300);
    array<int> a = filled<int>({N}, [](int k) { return 37 * k % 211 - 50; });
    array<int> b = filled<int>({N}, [](int k) { return 53 * k % 199 - 40; });
    array<int> low = filled<int>({N}, [](int k) { return k % 90; });
    array<int> y = zeros<int>({N}), expected = zeros<int>({N});
    for (int i = 0; i < N; i++) {
        const int clamped = std::clamp(std::abs(a(i) - b(i)), low(i), low(i) + 50);
        expected(i) = clamped + std::min(a(i), 100) + std::max(i, 5);
    }
    saturating_difference(a, b, low, y);
    compare_buffers("beside_std", y, expected);
}
