#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "tiramisu/sparse.h"

namespace tiramisu::sparse {

namespace {

/// The lines of such a text, read one after the other.
class reader {
public:
    reader(const std::string &text, source_place where) : lines_(text), where_(where) {}

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error("pruned weights", "line " + std::to_string(number_), problem, where_);
    }
    const std::string &next(const std::string &wanted) {
        number_++;
        if (!std::getline(lines_, line_)) {
            refuse("the text ends, there must be " + wanted);
        }
        line_.erase(line_.find_last_not_of(" \t\r") + 1);
        return line_;
    }
    void section(const std::string &of) {
        if (next("a line \"/\" before " + of).rfind('/', 0) != 0) {
            refuse("is \"" + line_ + "\", must be \"/\": here begin " + of);
        }
    }
    int integer(const std::string &wanted) { return integer_of(next(wanted), wanted); }
    int integer_of(const std::string &word, const std::string &wanted) const {
        int value = 0;
        const char *end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, value);
        if (error != std::errc() || stop != end || value < 0) {
            refuse("\"" + word + "\" must be " + wanted + ", a whole number");
        }
        return value;
    }
    float real() {
        const std::string &word = next("a value");
        char *end = nullptr;
        const float value = std::strtof(word.c_str(), &end);
        if (word.empty() || *end != '\0') {
            refuse("\"" + word + "\" is no value");
        }
        return value;
    }

private:
    std::istringstream lines_;
    source_place where_;
    std::string line_;
    int number_ = 0;
};

struct header {
    int oc, ic, kernel, size, nonzeros;

    int padded() const { return size + kernel - 1; }
};

header read_header(reader &from) {
    const std::string wanted = "filters, channels, kernel, size, non-zeros";
    std::istringstream words(from.next("a line of " + wanted));
    std::vector<int> numbers;
    std::string word;
    while (std::getline(words, word, ',')) {
        word.erase(0, word.find_first_not_of(' '));
        numbers.push_back(from.integer_of(word, "one of " + wanted));
    }
    if (numbers.size() != 5) {
        from.refuse("has " + std::to_string(numbers.size()) + " numbers, must have 5: " + wanted);
    }
    return {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
}

/// From an offset in a padded picture to a column of the matrix.
int column_of(int offset, const header &of, const reader &from) {
    const int kx = offset % of.padded(), ky = offset / of.padded() % of.padded();
    const int c = offset / of.padded() / of.padded();
    if (c >= of.ic || ky >= of.kernel || kx >= of.kernel) {
        from.refuse("offset " + std::to_string(offset) + " is at channel " + std::to_string(c) +
                    ", row " + std::to_string(ky) + ", column " + std::to_string(kx) +
                    ", outside of a kernel of " + std::to_string(of.ic) + "x" +
                    std::to_string(of.kernel) + "x" + std::to_string(of.kernel));
    }
    return (c * of.kernel + ky) * of.kernel + kx;
}

} // namespace

pruned_weights parse_pruned_weights(const std::string &text, source_place where) {
    reader from(text, where);
    const header of = read_header(from);
    csr_arrays arrays;
    arrays.row_starts.clear();
    from.section("the values");
    for (int i = 0; i < of.nonzeros; i++) {
        arrays.values.push_back(from.real());
    }
    from.section("the row starts");
    for (int i = 0; i <= of.oc; i++) {
        arrays.row_starts.push_back(from.integer("a row start"));
    }
    from.section("the offsets");
    for (int i = 0; i < of.nonzeros; i++) {
        arrays.column_indices.push_back(column_of(from.integer("an offset"), of, from));
    }
    return {of.oc, of.ic, of.kernel, of.size,
            csr_matrix(of.oc, of.ic * of.kernel * of.kernel, std::move(arrays), nan_policy::refuse,
                       where)};
}

pruned_weights read_pruned_weights(const std::string &path, source_place where) {
    std::ifstream file(path);
    std::stringstream text;
    if (!file || !(text << file.rdbuf())) {
        throw io_error(path, "read", std::strerror(errno));
    }
    return parse_pruned_weights(text.str(), where);
}

} // namespace tiramisu::sparse
