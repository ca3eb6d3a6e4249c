#include "trisolv_blocked.o.h"

#include "trisolv.h"

int main(int argc, char **argv) {
    check_trisolv(argc, argv, trisolv_blocked);
}
