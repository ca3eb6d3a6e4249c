#include "gesummv.o.h"

#include "gesummv.h"

int main(int argc, char **argv) {
    check_gesummv(argc, argv, gesummv);
}
