#include "sparse_conv_relu.o.h"

#include "sparse.h"

int main(int argc, char **argv) {
    check_sparse_conv(argc, argv, sparse_conv_relu, rectified);
}
