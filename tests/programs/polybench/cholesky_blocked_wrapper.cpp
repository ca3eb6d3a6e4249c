#include "cholesky_blocked.o.h"

#include "cholesky.h"

int main(int argc, char **argv) {
    check_cholesky(argc, argv, cholesky_blocked);
}
