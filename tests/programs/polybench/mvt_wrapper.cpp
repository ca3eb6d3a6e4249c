#include "mvt.o.h"

#include "mvt.h"

int main(int argc, char **argv) {
    check_mvt(argc, argv, mvt);
}
