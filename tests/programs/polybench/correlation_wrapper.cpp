#include "correlation.o.h"

#include "correlation.h"

int main(int argc, char **argv) {
    check_correlation(argc, argv, correlation);
}
