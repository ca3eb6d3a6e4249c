#include "bicg_int64.o.h"

#include "bicg.h"

int main(int argc, char **argv) {
    check_bicg(argc, argv, bicg_int64);
}
