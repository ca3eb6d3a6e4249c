#include "seidel_2d.o.h"

#include "seidel_2d.h"

int main(int argc, char **argv) {
    check_seidel_2d(argc, argv, seidel_2d);
}
