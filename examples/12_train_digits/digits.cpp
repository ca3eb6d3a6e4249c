#include "digits.h"

#include <fstream>
#include <numeric>
#include <stdexcept>
#include <utility>

void digits::add(const digits &from, int number) {
    const auto first = from.images.begin() + std::ptrdiff_t{number} * pixels;
    images.insert(images.end(), first, first + pixels);
    labels.push_back(from.labels[static_cast<std::size_t>(number)]);
}

digits digits::shuffled(std::mt19937 &source) const {
    std::vector<int> order(labels.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size() - 1; i > 0; i--) {
        std::swap(order[i], order[source() % (i + 1)]);
    }
    digits made;
    for (const int one : order) {
        made.add(*this, one);
    }
    return made;
}

divided_digits read_digits(const std::string &path) {
    constexpr float white = 16;
    const std::string shades = "0123456789abcdefg";
    std::ifstream file(path);
    divided_digits made;
    int label = 0;
    for (std::string shaded; file >> label >> shaded;) {
        if (shaded.size() != digits::pixels ||
            shaded.find_first_not_of(shades) != std::string::npos) {
            throw std::runtime_error(path + ": \"" + shaded + "\" is no digit of 64 shades");
        }
        const bool is_fifth = (made.train.count() + made.test.count()) % 5 == 0;
        digits &part = is_fifth ? made.test : made.train;
        part.labels.push_back(label);
        for (const char one : shaded) {
            part.images.push_back(static_cast<float>(shades.find(one)) / white);
        }
    }
    if (made.test.count() == 0) {
        throw std::runtime_error(path + ": there are no digits");
    }
    return made;
}
