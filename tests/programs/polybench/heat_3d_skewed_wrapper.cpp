#include "heat_3d_skewed.o.h"

#include "heat_3d.h"

int main(int argc, char **argv) {
    check_heat_3d(argc, argv, with_planes(heat_3d_skewed));
}
