#include "gramschmidt.o.h"

#include "gramschmidt.h"

int main(int argc, char **argv) {
    check_gramschmidt(argc, argv, gramschmidt);
}
