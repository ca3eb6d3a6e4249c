#include "nussinov_tiled.o.h"

#include "nussinov.h"

int main(int argc, char **argv) {
    check_nussinov(argc, argv, nussinov_tiled);
}
