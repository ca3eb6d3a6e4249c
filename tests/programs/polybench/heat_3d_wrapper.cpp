#include "heat_3d.o.h"

#include "heat_3d.h"

int main(int argc, char **argv) {
    check_heat_3d(argc, argv, heat_3d);
}
