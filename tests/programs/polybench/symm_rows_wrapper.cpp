#include "symm_rows.o.h"

#include "symm.h"

int main(int argc, char **argv) {
    check_symm(argc, argv, symm_rows);
}
