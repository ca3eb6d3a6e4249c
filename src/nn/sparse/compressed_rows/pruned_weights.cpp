#include <limits>
#include <sstream>

#include "tiramisu/sparse.h"

#include "nn/framework/problem/numbers.h"
#include "support/input_file.h"

namespace tiramisu::sparse {

namespace {

/// The lines of such a text, read one after the other.
class reader {
public:
    /// `subject` names the text, or its file.
    reader(const std::string &text, std::string subject, source_place where)
        : lines_(text), subject_(std::move(subject)), where_(where) {}

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject_, "line " + std::to_string(number_), problem, where_);
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
        if (!nn::read_number(word, value) || value < 0) {
            refuse("\"" + word + "\" must be " + wanted + ", a whole number");
        }
        return value;
    }
    float real() {
        const std::string &word = next("a value");
        float value = 0;
        if (!nn::read_finite(word, value)) {
            refuse("\"" + word + "\" must be a value, a finite number");
        }
        return value;
    }

private:
    std::istringstream lines_;
    std::string subject_;
    source_place where_;
    std::string line_;
    int number_ = 0;
};

struct header {
    int oc, ic, kernel, size, nonzeros;

    int padded() const { return size + kernel - 1; }
};

/// Offsets have to be numbers of 32 bits.
void check_sizes(const header &of, const reader &from) {
    if (of.kernel < 1 || of.size < 1) {
        from.refuse("kernel is " + std::to_string(of.kernel) + ", size is " +
                    std::to_string(of.size) + ", must be at least 1");
    }
    const double side = 1.0 * of.size + of.kernel - 1;
    if (of.ic * side * side > std::numeric_limits<std::int32_t>::max()) {
        from.refuse(std::to_string(of.ic) + " channels of images of " +
                    nn::size_text(of.size, of.size) + " and a kernel of " +
                    nn::size_text(of.kernel, of.kernel) +
                    " have offsets that do not fit into 32 bits");
    }
}

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
    const header made{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
    check_sizes(made, from);
    return made;
}

/// From an offset in a padded image to a column of the matrix.
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

csr_arrays read_arrays(const header &of, reader &from) {
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
    return arrays;
}

pruned_weights parsed(const std::string &text, const std::string &subject, source_place where) {
    reader from(text, subject, where);
    const header of = read_header(from);
    csr_arrays arrays = read_arrays(of, from);
    try {
        return {of.oc, of.ic, of.kernel, of.size,
                csr_matrix(of.oc, of.ic * of.kernel * of.kernel, std::move(arrays))};
    } catch (const user_error &wrong) {
        throw user_error(subject, wrong.call(), wrong.problem(), where);
    }
}

} // namespace

pruned_weights parse_pruned_weights(const std::string &text, source_place where) {
    return parsed(text, "pruned weights", where);
}

pruned_weights read_pruned_weights(const std::string &path, source_place where) {
    return parsed(support::text_of_file(path), "pruned weights \"" + path + "\"", where);
}

} // namespace tiramisu::sparse
