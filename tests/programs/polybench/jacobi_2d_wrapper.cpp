#include "jacobi_2d.o.h"

#include "jacobi_2d.h"

int main(int argc, char **argv) {
    check_jacobi_2d(argc, argv, jacobi_2d);
}
