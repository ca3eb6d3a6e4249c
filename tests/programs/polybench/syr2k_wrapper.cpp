#include "syr2k.o.h"

#include "syr2k.h"

int main(int argc, char **argv) {
    check_syr2k(argc, argv, syr2k);
}
