#include "booleans.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 30, 300);
    array<bool> wanted = filled<bool>({N}, [](int k) { return k % 3 != 1; });
    array<bool> found = filled<bool>({N}, [](int) { return false; });
    array<bool> expected = filled<bool>({N}, [&](int n) {
        bool prime = n >= 2;
        for (int d = 2; d * d <= n; d++) {
            prime = prime && n % d != 0;
        }
        return prime && wanted(n);
    });
    sieve(wanted, found);
    compare_buffers("booleans", found, expected);
}
