#include "fdtd_2d_tiled.o.h"

#include "fdtd_2d.h"

int main(int argc, char **argv) {
    check_fdtd_2d(argc, argv, fdtd_2d_tiled);
}
