#include <algorithm>
#include <cmath>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/scores.h"

// Operators of ONNX's domain ai.onnx.ml that prepare the columns of tables.

namespace tiramisu::graph {

namespace {

/// A number for each column, or one for all; as a row beside the table.
std::string row_of(expansion &to, const std::string &name, float otherwise) {
    std::vector<float> values = to.call.reals(name);
    values.resize(std::max<std::size_t>(1, values.size()), otherwise);
    const shape &extents = to.call.extents(0);
    if (values.size() > 1 &&
        (extents.empty() || extents.back() != static_cast<std::int64_t>(values.size()))) {
        throw refusal("attribute " + name + " has " + std::to_string(values.size()) +
                      " numbers for an input of " + to_text(to.call.type(0)));
    }
    return to.constant({shape{static_cast<std::int64_t>(values.size())}, values});
}

void scale(expansion &to) {
    const std::string moved =
        to.add("Sub", {to.cast(to.input(0), p_float32), row_of(to, "offset", 0)});
    to.result(0, to.add("Mul", {moved, row_of(to, "scale", 1)}));
}

void binarize(expansion &to) {
    const std::string &x = to.input(0);
    const std::string is_more =
        to.add("Greater", {x, to.like(x, static_cast<double>(to.call.real("threshold", 0)))});
    to.result(0, to.cast(is_more, to.type(x).elements));
}

/// Rows of unit length; of rows of zeros, themselves.
void normalize(expansion &to) {
    const std::string norm = to.call.text("norm", "MAX"), table = table_of(to);
    std::string length;
    if (norm == "MAX") {
        length = to.reduced("ReduceMax", table, {1});
    } else if (norm == "L1" || norm == "L2") {
        length = to.reduced("Reduce" + norm, table, {1});
    } else {
        throw refusal("attribute norm is \"" + norm + "\", supported are MAX, L1 and L2");
    }
    const std::string is_zero = to.add("Equal", {length, to.like(length, 0)});
    const std::string rows =
        to.add("Div", {table, to.add("Where", {is_zero, to.like(length, 1), length})});
    to.result(0, to.reshaped(rows, to.call.extents(0)));
}

/// Values that are missing, which are NaN or one number, become others.
void impute(expansion &to) {
    const std::string &x = to.input(0);
    const bool has_floats = is_float(to.type(x).elements);
    const std::string suffix = has_floats ? "float" : "int64";
    std::string values, is_missing;
    if (has_floats) {
        const float missing = to.call.real("replaced_value_float", 0);
        is_missing = std::isnan(missing)
                         ? to.add("IsNaN", {x})
                         : to.add("Equal", {x, to.like(x, static_cast<double>(missing))});
        values = to.cast(row_of(to, "imputed_value_floats", 0), to.type(x).elements);
    } else {
        const std::int64_t missing = to.call.integer("replaced_value_int64", 0);
        is_missing = to.add("Equal", {x, to.like(x, static_cast<double>(missing))});
        values = to.integers(to.call.integers("imputed_value_int64s", {0}));
    }
    to.result(0, to.add("Where", {is_missing, values, x}));
}

/// Columns that are named by their places, always with a dimension before them.
void extract(expansion &to) {
    const std::string &x = to.input(0);
    const std::int64_t places = count_of(to.call.extents(1));
    const auto rank = static_cast<std::int64_t>(to.extents(x).size());
    const std::string picked = to.add("Gather", {x, to.reshaped(to.input(1), {places})},
                                      {{"axis", rank > 0 ? rank - 1 : 0}});
    to.result(0, rank == 1 ? to.reshaped(picked, {1, places}) : picked);
}

void join(expansion &to) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < to.call.input_count(); i++) {
        const shape &extents = to.call.extents(i);
        const std::string part = to.cast(to.input(i), p_float32);
        const std::int64_t rows = extents.empty() ? 1 : extents.front();
        parts.push_back(to.reshaped(part, {rows, rows == 0 ? 0 : count_of(extents) / rows}));
    }
    to.result(0, to.concatenated(parts, 1));
}

/// A column for each category, which are whole numbers.
void one_hot(expansion &to) {
    const std::vector<std::int64_t> categories = to.call.integers("cats_int64s", {});
    if (categories.empty()) {
        throw refusal("its categories are strings, supported are integers");
    }
    if (to.call.integer("zeros", 1) == 0) {
        throw refusal("attribute zeros is 0, supported is 1: no column for unknown categories");
    }
    shape apart = to.call.extents(0);
    apart.push_back(1);
    const std::string whole = to.reshaped(to.cast(to.input(0), p_int64), apart);
    to.result(0, to.cast(to.add("Equal", {whole, to.integers(categories)}), p_float32));
}

} // namespace

void add_table_columns(operator_table &all) {
    const std::string domain = "ai.onnx.ml.";
    all.add_expanded(domain + "Scaler", {"offset", "scale"}, 1, scale);
    all.add_expanded(domain + "Binarizer", {"threshold"}, 1, binarize);
    all.add_expanded(domain + "Normalizer", {"norm"}, 1, normalize);
    all.add_expanded(domain + "Imputer",
                     {"imputed_value_floats", "imputed_value_int64s", "replaced_value_float",
                      "replaced_value_int64"},
                     1, impute);
    all.add_expanded(domain + "ArrayFeatureExtractor", {}, 1, extract);
    all.add_expanded(domain + "FeatureVectorizer", {"inputdimensions"}, 1, join);
    all.add_expanded(domain + "OneHotEncoder", {"cats_int64s", "cats_strings", "zeros"}, 1,
                     one_hot);
}

} // namespace tiramisu::graph
