#include "adi.o.h"

#include "adi.h"

int main(int argc, char **argv) {
    check_adi(argc, argv, adi);
}
