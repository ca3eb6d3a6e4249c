#include "fdtd_2d.o.h"

#include "fdtd_2d.h"

int main(int argc, char **argv) {
    check_fdtd_2d(argc, argv, fdtd_2d);
}
