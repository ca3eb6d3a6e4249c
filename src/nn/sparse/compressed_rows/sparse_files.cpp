#include "nn/sparse/compressed_rows/sparse_files.h"

#include "nn/framework/files/header_text.h"

namespace tiramisu::nn {

std::string only_pattern_text(const std::string &before,
                              const std::shared_ptr<const sparse::csr_matrix> &pattern) {
    return pattern == nullptr ? ""
                              : before + "All weights have the same pattern, of " +
                                    std::to_string(pattern->nonzeros()) +
                                    " non-zeros, that the functions were made for";
}

std::string index_checks_text(const options &opts) {
    return opts.validate ? "Indices are checked" : "Indices are not checked: validate=on does";
}

void write_sparse_layer(const sparse_program &made, const object_place &to, const options &opts) {
    // The header tells how many integers there are.
    for (const program *one : {&made.run, &made.pack_pattern}) {
        buffer starts = one->arguments.at(3);
        starts.any_shape();
    }
    write_function(made.pack_pattern, to.further("pack_pattern"), opts);
    write_function(made.run, to, opts);
}

std::string pattern_text(const sparse_program &made, int rows, int columns, const std::string &name,
                         const options &opts, int block) {
    const std::string of_rows = std::to_string(rows), height = std::to_string(block);
    const std::string blocks =
        block == 1 ? "" : ", an element a block of " + height + " values, one below the other";
    return "a matrix of " + of_rows + " x " + std::to_string(columns) +
           " in compressed rows, columns ascending in each" + blocks + ".\n * " + name +
           "_pack_pattern makes offsets (nonzeros) and starts (" + std::to_string(made.blocks + 1) +
           " x " + of_rows + ") of its row_starts (" + std::to_string(rows + 1) +
           ")\n * and column_indices (nonzeros); " + name + " takes both, and values (nonzeros" +
           (block == 1 ? "" : " x " + height) + ") as they are in the matrix.\n * " +
           index_checks_text(opts);
}

std::string pattern_declarations(const sparse_program &made, int rows, const object_place &to,
                                 const std::string &made_for) {
    return include_of(to, "pack_pattern") + "/* of 32 bits */\nenum { " + to.name +
           "_starts_size = " + std::to_string((made.blocks + 1) * rows) + " };\n" +
           tag_declaration(to.name, made_for);
}

} // namespace tiramisu::nn
