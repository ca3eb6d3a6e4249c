#include "atax.o.h"

#include "atax.h"

int main(int argc, char **argv) {
    check_atax(argc, argv, atax);
}
