#include "gemver.o.h"

#include "gemver.h"

int main(int argc, char **argv) {
    check_gemver(argc, argv, gemver);
}
