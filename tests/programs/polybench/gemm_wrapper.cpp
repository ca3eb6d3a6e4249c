#include "gemm.o.h"

#include "gemm.h"

int main(int argc, char **argv) {
    check_gemm(argc, argv, gemm);
}
