#include "symm.o.h"

#include "symm.h"

int main(int argc, char **argv) {
    check_symm(argc, argv, symm);
}
