#include "correlation_columns.o.h"

#include "correlation.h"

int main(int argc, char **argv) {
    check_correlation(argc, argv, correlation_columns);
}
