#include "bicg.o.h"

#include "bicg.h"

int main(int argc, char **argv) {
    check_bicg(argc, argv, bicg);
}
