#include "trmm_tiled.o.h"

#include "trmm.h"

int main(int argc, char **argv) {
    check_trmm(argc, argv, trmm_tiled);
}
