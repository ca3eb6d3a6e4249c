#include "sparse_layer.h"

#include "layer_files.h"
#include "layer_generator.h"
#include "nn/problem/numbers.h"
#include "nn/problem/split.h"

namespace tiramisu::nn {

namespace {

constexpr const char *key = "density", *otherwise = "0.15";

double read_density(const layer_words &words, const std::string &text) {
    double value = 0;
    if (!read_number(text, value)) {
        words.refuse(key, "must be a number from 0 to 1");
    }
    return value;
}

} // namespace

double asked_density(const layer_words &words) {
    return read_density(words, words.value(key, otherwise));
}

std::vector<double> asked_densities(const layer_words &words, std::size_t count) {
    std::vector<double> values;
    for (const std::string &text : split(words.value(key, otherwise), ',')) {
        values.push_back(read_density(words, text));
    }
    return values.size() == 1 ? std::vector<double>(count, values.front()) : values;
}

std::optional<sparse::csr_matrix> read_pattern(const layer_words &words, const std::string &file) {
    if (file.empty()) {
        return std::nullopt;
    }
    try {
        return sparse::read_pruned_weights(file, {}).matrix;
    } catch (const error &unread) {
        words.refuse("pattern", unread.what());
    }
}

std::vector<std::optional<sparse::csr_matrix>> asked_patterns(const layer_words &words) {
    std::vector<std::optional<sparse::csr_matrix>> patterns;
    if (words.has("pattern")) {
        for (const std::string &file : split(words.value("pattern"), ',')) {
            patterns.push_back(read_pattern(words, file));
        }
    }
    return patterns;
}

std::string only_pattern_text(const std::string &before,
                              const std::shared_ptr<const sparse::csr_matrix> &pattern) {
    return pattern == nullptr ? ""
                              : before + "All weights have the same pattern, of " +
                                    std::to_string(pattern->nonzeros()) +
                                    " non-zeros, that the functions were made for";
}

layer_options asked_sparse_options(const layer_words &words) {
    layer_options asked = words.options();
    const std::string validate = words.value("validate", "off");
    if (validate != "on" && validate != "off") {
        words.refuse("validate", "must be on or off");
    }
    asked.compiled.validate = validate == "on";
    return asked;
}

std::string index_checks_text(const options &how) {
    return how.validate ? "Indices are checked" : "Indices are not checked: validate=on does";
}

void write_sparse_layer(const sparse_program &made, const std::string &name, const options &how) {
    // The header tells how many integers there are.
    for (const program *one : {&made.run, &made.pack_pattern}) {
        buffer starts = one->arguments.at(3);
        starts.any_shape();
    }
    write_function(made.pack_pattern, name + "_pack_pattern", how);
    write_function(made.run, name, how);
}

std::string pattern_text(const sparse_program &made, int rows, int columns, const std::string &name,
                         const options &how, int block) {
    const std::string of_rows = std::to_string(rows), height = std::to_string(block);
    const std::string blocks =
        block == 1 ? "" : ", an element a block of " + height + " values, one below the other";
    return "a matrix of " + of_rows + " x " + std::to_string(columns) +
           " in compressed rows, columns ascending in each" + blocks + ".\n * " + name +
           "_pack_pattern makes offsets (nonzeros) and starts (" + std::to_string(made.blocks + 1) +
           " x " + of_rows + ") of its row_starts (" + std::to_string(rows + 1) +
           ")\n * and column_indices (nonzeros); " + name + " takes both, and values (nonzeros" +
           (block == 1 ? "" : " x " + height) + ") as they are in the matrix.\n * " +
           index_checks_text(how);
}

std::string pattern_declarations(const sparse_program &made, int rows, const std::string &name,
                                 const std::string &made_for) {
    return "#include \"" + name + "_pack_pattern.h\"\n/* of 32 bits */\nenum { " + name +
           "_starts_size = " + std::to_string((made.blocks + 1) * rows) + " };\n" +
           tag_declaration(name, made_for);
}

} // namespace tiramisu::nn
