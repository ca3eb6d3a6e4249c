#include "jacobi_1d_low_level.o.h"

#include "jacobi_1d.h"

int main(int argc, char **argv) {
    check_jacobi_1d(argc, argv, jacobi_1d_low_level);
}
