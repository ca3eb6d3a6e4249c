#include "doitgen.o.h"

#include "doitgen.h"

int main(int argc, char **argv) {
    check_doitgen(argc, argv, doitgen);
}
