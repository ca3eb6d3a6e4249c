#include "deriche_scalars.o.h"

#include "deriche.h"

int main(int argc, char **argv) {
    array a = deriche_coefficients();
    check_deriche(argc, argv, [&](auto img, auto out) { deriche_scalars(a.buffer(), img, out); });
}
