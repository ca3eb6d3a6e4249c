#include "syrk_triangle_tiled.o.h"

#include "syrk.h"

int main(int argc, char **argv) {
    check_syrk(argc, argv, syrk_triangle_tiled);
}
