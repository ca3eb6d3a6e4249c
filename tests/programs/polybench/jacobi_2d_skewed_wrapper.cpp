#include "jacobi_2d_skewed.o.h"

#include "jacobi_2d.h"

int main(int argc, char **argv) {
    check_jacobi_2d(argc, argv, with_planes(jacobi_2d_skewed));
}
