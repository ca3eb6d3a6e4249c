#include "nn/framework/program/pieces.h"

namespace tiramisu::nn {

int divided_up(int size, int piece) {
    return (size + piece - 1) / piece;
}

std::vector<int> up_to(int last) {
    return multiples(1, last);
}

std::vector<int> multiples(int step, int last) {
    std::vector<int> values;
    for (int one = step; one <= last; one += step) {
        values.push_back(one);
    }
    return values;
}

std::vector<int> equal_pieces(int size) {
    std::vector<int> sizes;
    int piece = size;
    while (piece > 1) {
        sizes.push_back(piece);
        piece = divided_up(size,
                           divided_up(size, piece - 1)); // the next number that makes smaller ones
    }
    sizes.push_back(1);
    return {sizes.rbegin(), sizes.rend()};
}

} // namespace tiramisu::nn
