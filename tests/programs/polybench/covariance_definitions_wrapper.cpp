#include "covariance_definitions.o.h"

#include "covariance.h"

int main(int argc, char **argv) {
    check_covariance(argc, argv, covariance_definitions);
}
