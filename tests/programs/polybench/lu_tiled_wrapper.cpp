#include "lu_tiled.o.h"

#include "lu.h"

int main(int argc, char **argv) {
    check_lu(argc, argv, lu_tiled);
}
