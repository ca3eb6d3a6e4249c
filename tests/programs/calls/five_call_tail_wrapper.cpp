#include "five_call_tail.o.h"

#include "brighten.h"

int main(int argc, char **argv) {
    check_brighten(argc, argv, brighten);
}
