#include "three_mm_levels.o.h"

#include "three_mm.h"

int main(int argc, char **argv) {
    check_three_mm(argc, argv, three_mm_levels);
}
