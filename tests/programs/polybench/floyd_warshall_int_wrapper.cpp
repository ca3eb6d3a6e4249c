#include "floyd_warshall_int.o.h"

#include "floyd_warshall.h"
#include "integers.h"

int main(int argc, char **argv) {
    check_floyd_warshall(argc, argv, [](auto path) {
        auto integers = converted<int>(path);
        floyd_warshall_int(integers);
        path.copy_from(converted<double>(integers));
    });
}
