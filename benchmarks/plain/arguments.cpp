#include "plain/arguments.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "plain/sizes.h"

namespace tiramisu::bench {

namespace {

template <typename T>
T element(contents what, std::size_t at, std::size_t row, std::mt19937 &next) {
    const double random = std::uniform_real_distribution<double>(-1, 1)(next);
    const double width = static_cast<double>(row);
    const bool is_diagonal = at / row == at % row;
    switch (what) {
    case contents::values: return static_cast<T>(random);
    case contents::zeros: return 0;
    case contents::symbols: return static_cast<T>(next() % 4);
    case contents::indices: return static_cast<T>(next() % bins);
    case contents::dominant_diagonal: return static_cast<T>(is_diagonal ? 2 : random / width);
    case contents::positive_definite: return static_cast<T>(is_diagonal ? 2 : 0.5 / width);
    }
    return 0;
}

template <typename T, typename Bytes>
void fill(Bytes &bytes, contents what, std::size_t count, std::size_t row, std::mt19937 &next) {
    bytes.resize(count * sizeof(T));
    for (std::size_t at = 0; at < count; ++at) {
        const T value = element<T>(what, at, row, next);
        std::memcpy(bytes.data() + at * sizeof(T), &value, sizeof(T));
    }
}

template <typename T, typename Bytes>
double difference_as(const Bytes &ours, const Bytes &theirs) {
    double difference = 0, largest = 0;
    for (std::size_t at = 0; at < ours.size(); at += sizeof(T)) {
        T one, other;
        std::memcpy(&one, ours.data() + at, sizeof(T));
        std::memcpy(&other, theirs.data() + at, sizeof(T));
        const double here = std::fabs(static_cast<double>(one) - static_cast<double>(other));
        difference = here <= difference ? difference : here; // keeps what is no number
        largest = std::max(largest, std::fabs(static_cast<double>(other)));
    }
    return largest > 0 ? difference / largest : difference;
}

} // namespace

argument::argument(const plain_array &what, primitive_t type, unsigned seed)
    : type_(what.what == contents::indices ? p_int32 : type), sizes_(what.sizes) {
    std::size_t count = 1;
    for (const std::int64_t size : sizes_) {
        count *= static_cast<std::size_t>(size);
    }
    const auto row = static_cast<std::size_t>(sizes_.back());
    std::mt19937 next(seed);
    switch (type_) {
    case p_float32: fill<float>(start_, what.what, count, row, next); break;
    case p_float64: fill<double>(start_, what.what, count, row, next); break;
    default: fill<std::int32_t>(start_, what.what, count, row, next);
    }
    now_.resize(start_.size());
}

void argument::reset() {
    std::copy(start_.begin(), start_.end(), now_.begin());
}

double argument::difference(const argument &other) const {
    switch (type_) {
    case p_float32: return difference_as<float>(now_, other.now_);
    case p_float64: return difference_as<double>(now_, other.now_);
    default: return difference_as<std::int32_t>(now_, other.now_);
    }
}

argument_list::argument_list(const plain_problem &problem, primitive_t type) {
    unsigned seed = 1;
    for (const plain_array &one : problem.arrays) {
        all.emplace_back(one, type, seed++);
    }
}

void argument_list::reset() {
    for (argument &one : all) {
        one.reset();
    }
}

std::vector<jit_argument> argument_list::passed() {
    std::vector<jit_argument> list;
    for (argument &one : all) {
        list.push_back(one.passed());
    }
    return list;
}

std::vector<void *> argument_list::data() {
    std::vector<void *> list;
    for (argument &one : all) {
        list.push_back(one.data());
    }
    return list;
}

} // namespace tiramisu::bench
