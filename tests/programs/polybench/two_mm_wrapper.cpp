#include "two_mm.o.h"

#include "two_mm.h"

int main(int argc, char **argv) {
    check_two_mm(argc, argv, two_mm);
}
