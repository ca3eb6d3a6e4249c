#include "scheduled_scalar.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 128);
    array<float> x = filled<float>({N}, [](int k) { return float(k * k + 3); });
    array<float> expected = filled<float>({N}, [](int k) { return float(k * k); });
    from_first(x);
    compare_buffers("scheduled_scalar", x, expected);
}
