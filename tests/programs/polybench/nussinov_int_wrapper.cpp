#include "nussinov_int.o.h"

#include "integers.h"
#include "nussinov.h"

int main(int argc, char **argv) {
    check_nussinov(argc, argv, [](auto seq, auto table) {
        auto integers = converted<int>(table);
        nussinov_int(converted<uint8_t>(seq), integers);
        table.copy_from(converted<double>(integers));
    });
}
