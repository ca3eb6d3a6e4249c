#include "floyd_warshall.o.h"

#include "floyd_warshall.h"

int main(int argc, char **argv) {
    check_floyd_warshall(argc, argv, floyd_warshall);
}
