#include <algorithm>
#include <map>

#include "graph/operators/operator.h"

// Einsum by reshaping, products of matrices and sums.

namespace tiramisu::graph {

namespace {

/// A tensor whose dimensions have names: letters, each once.
struct named {
    std::string value, letters;

    std::size_t at(char letter) const { return letters.find(letter); }
    bool has(char letter) const { return at(letter) != std::string::npos; }
};

/// Letters of each operand and of the result; dimensions of "..." get digits.
struct equation {
    std::vector<std::string> operands;
    std::string result;
};

std::string with_digits(const std::string &term, std::size_t rank, std::size_t &most) {
    const std::size_t dots = term.find("...");
    if (dots == std::string::npos) {
        return term;
    }
    const std::size_t named = term.size() - 3;
    if (rank < named || rank - named > 10) {
        throw refusal("attribute equation has the term \"" + term + "\" for " +
                      std::to_string(rank) + " dimensions");
    }
    most = std::max(most, rank - named);
    std::string digits; // counted from the last
    for (std::size_t i = rank - named; i-- > 0;) {
        digits += static_cast<char>('0' + i);
    }
    return term.substr(0, dots) + digits + term.substr(dots + 3);
}

equation equation_of(const expansion &to) {
    std::string text = to.call.text("equation", "");
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    const std::size_t arrow = text.find("->");
    std::string left = text.substr(0, arrow);
    equation made;
    std::size_t most = 0;
    for (std::size_t begin = 0; begin <= left.size();) {
        const std::size_t end = std::min(left.find(',', begin), left.size());
        const std::size_t i = made.operands.size();
        made.operands.push_back(
            with_digits(left.substr(begin, end - begin), to.extents(to.input(i)).size(), most));
        begin = end + 1;
    }
    if (arrow != std::string::npos) {
        std::size_t unused = 0;
        const std::string right = text.substr(arrow + 2);
        const bool has_dots = right.find("...") != std::string::npos;
        made.result = with_digits(right, right.size() - (has_dots ? 3 : 0) + most, unused);
    } else {
        std::map<char, int> counts;
        for (const std::string &term : made.operands) {
            for (const char letter : term) {
                counts[letter]++;
            }
        }
        for (std::size_t i = most; i-- > 0;) {
            made.result += static_cast<char>('0' + i);
        }
        for (const auto &[letter, count] : counts) {
            if (count == 1 && letter > '9') {
                made.result += letter;
            }
        }
    }
    if (made.operands.size() != to.call.input_count()) {
        throw refusal("attribute equation has " + std::to_string(made.operands.size()) +
                      " terms for " + std::to_string(to.call.input_count()) + " inputs");
    }
    return made;
}

/// A letter that stands twice in a term means the diagonal: it is cut out by a mask and a sum.
named without_doubles(expansion &to, named one) {
    for (std::size_t i = 0; i < one.letters.size(); i++) {
        const std::size_t j = one.letters.find(one.letters[i], i + 1);
        if (j == std::string::npos) {
            continue;
        }
        const shape extents = to.extents(one.value);
        const std::int64_t size = extents[i];
        if (extents[j] != size) {
            throw refusal("a diagonal of " + to_text(extents));
        }
        std::vector<std::uint8_t> ones;
        for (std::int64_t k = 0; k < size * size; k++) {
            ones.push_back(k / size == k % size ? 1 : 0);
        }
        shape along(extents.size(), 1);
        along[i] = along[j] = size;
        const std::string mask = to.constant({tensor_type{p_boolean, along}, std::move(ones)});
        const std::string kept = to.add("Where", {mask, one.value, to.like(one.value, 0)});
        one.value = to.reduced("ReduceSum", kept, {static_cast<std::int64_t>(j)}, false);
        one.letters.erase(j, 1);
        i--;
    }
    return one;
}

/// Sums along what neither another operand nor the result has.
named without_unused(expansion &to, named one, const std::string &needed) {
    std::vector<std::int64_t> axes;
    std::string left;
    for (std::size_t i = 0; i < one.letters.size(); i++) {
        if (needed.find(one.letters[i]) == std::string::npos) {
            axes.push_back(static_cast<std::int64_t>(i));
        } else {
            left += one.letters[i];
        }
    }
    if (!axes.empty()) {
        one.value = to.reduced("ReduceSum", one.value, axes, false);
    }
    one.letters = left;
    return one;
}

std::string ordered(expansion &to, const named &one, const std::string &letters) {
    std::vector<std::int64_t> order;
    bool moves = false;
    for (const char letter : letters) {
        order.push_back(static_cast<std::int64_t>(one.at(letter)));
        moves = moves || order.back() + 1 != static_cast<std::int64_t>(order.size());
    }
    return moves ? to.transposed(one.value, order) : one.value;
}

/// Two operands as a product of matrices: what both have and the result needs counts matrices, what
/// both have and nothing else needs is summed.
named multiplied(expansion &to, const named &left, const named &right, const std::string &needed) {
    std::string batch, rows, columns, summed;
    for (const char letter : left.letters) {
        const bool both = right.has(letter);
        const bool stays = needed.find(letter) != std::string::npos;
        (both ? (stays ? batch : summed) : rows) += letter;
    }
    for (const char letter : right.letters) {
        if (!left.has(letter)) {
            columns += letter;
        }
    }
    std::map<char, std::int64_t> sizes;
    for (const named *one : {&left, &right}) {
        for (std::size_t i = 0; i < one->letters.size(); i++) {
            const std::int64_t size = to.extents(one->value)[i];
            const auto known = sizes.emplace(one->letters[i], size).first;
            if (known->second != size) {
                throw refusal(std::string("sizes of \"") + one->letters[i] + "\" are " +
                              std::to_string(known->second) + " and " + std::to_string(size));
            }
        }
    }
    const auto size_of = [&](const std::string &letters) {
        std::int64_t size = 1;
        for (const char letter : letters) {
            size *= sizes.at(letter);
        }
        return size;
    };
    const std::string a = to.reshaped(ordered(to, left, batch + rows + summed),
                                      {size_of(batch), size_of(rows), size_of(summed)});
    const std::string b = to.reshaped(ordered(to, right, batch + summed + columns),
                                      {size_of(batch), size_of(summed), size_of(columns)});
    named made{to.add("MatMul", {a, b}), batch + rows + columns};
    shape extents;
    for (const char letter : made.letters) {
        extents.push_back(sizes.at(letter));
    }
    made.value = to.reshaped(made.value, extents);
    return made;
}

void einsum(expansion &to) {
    const equation what = equation_of(to);
    std::vector<named> operands;
    for (std::size_t i = 0; i < what.operands.size(); i++) {
        if (what.operands[i].size() != to.extents(to.input(i)).size()) {
            throw refusal("attribute equation has the term \"" + what.operands[i] + "\" for " +
                          to_text(to.extents(to.input(i))));
        }
        operands.push_back(without_doubles(to, {to.input(i), what.operands[i]}));
    }
    const auto needed_after = [&](std::size_t i) {
        std::string needed = what.result;
        for (std::size_t k = i; k < operands.size(); k++) {
            needed += operands[k].letters;
        }
        return needed;
    };
    named made = without_unused(to, operands[0], needed_after(1));
    for (std::size_t i = 1; i < operands.size(); i++) {
        const std::string needed = needed_after(i + 1);
        const named right = without_unused(to, operands[i], needed + made.letters);
        made = multiplied(to, made, right, needed);
    }
    made = without_unused(to, made, what.result);
    for (const char letter : what.result) {
        if (!made.has(letter)) {
            throw refusal(std::string("no input has the dimension \"") + letter +
                          "\" of the result");
        }
    }
    to.result(0, ordered(to, made, what.result));
}

} // namespace

void add_einsum(operator_table &all) {
    all.add_expanded("Einsum", {"equation"}, 12, einsum);
}

} // namespace tiramisu::graph
