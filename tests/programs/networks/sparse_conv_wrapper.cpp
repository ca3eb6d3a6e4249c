#include "sparse_conv.o.h"

#include "sparse.h"

int main(int argc, char **argv) {
    check_sparse_conv(argc, argv, sparse_conv, [](const auto &sums) { return sums; });
}
