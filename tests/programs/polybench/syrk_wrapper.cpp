#include "syrk.o.h"

#include "syrk.h"

int main(int argc, char **argv) {
    check_syrk(argc, argv, syrk);
}
