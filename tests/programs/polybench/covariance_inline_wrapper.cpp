#include "covariance_inline.o.h"

#include "covariance.h"

int main(int argc, char **argv) {
    check_covariance(argc, argv, covariance_inline);
}
