#include "lu_scalar.o.h"

#include "lu.h"

int main(int argc, char **argv) {
    check_lu(argc, argv, lu_scalar);
}
