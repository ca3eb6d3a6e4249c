#include "durbin.o.h"

#include "durbin.h"

int main(int argc, char **argv) {
    check_durbin(argc, argv, durbin);
}
