#include "gramschmidt_rows.o.h"

#include "gramschmidt.h"

int main(int argc, char **argv) {
    check_gramschmidt(argc, argv, gramschmidt_rows);
}
