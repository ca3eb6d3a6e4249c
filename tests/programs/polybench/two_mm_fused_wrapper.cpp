#include "two_mm_fused.o.h"

#include "two_mm.h"

int main(int argc, char **argv) {
    check_two_mm(argc, argv, two_mm_fused);
}
