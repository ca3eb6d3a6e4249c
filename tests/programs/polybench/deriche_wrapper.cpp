#include "deriche.o.h"

#include "deriche.h"

int main(int argc, char **argv) {
    check_deriche(argc, argv, deriche);
}
