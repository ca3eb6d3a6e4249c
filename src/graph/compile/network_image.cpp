#include "graph/compile/network_image.h"

#include <string_view>

#include "graph/compile/report_bytes.h"
#include "graph/model/declared_value.h"

namespace tiramisu::graph {

namespace {

using support::byte_reader;
using support::byte_writer;

void write_sizes(byte_writer &to, const std::vector<std::int64_t> &sizes) {
    support::write_all(to, sizes, [](byte_writer &each, std::int64_t size) {
        each.number(static_cast<std::uint64_t>(size));
    });
}

std::vector<std::int64_t> read_sizes(byte_reader &from) {
    std::vector<std::int64_t> sizes;
    support::read_all(from, sizes,
                      [](byte_reader &each) { return static_cast<std::int64_t>(each.number()); });
    return sizes;
}

void write_value(byte_writer &to, const value_declaration &one) {
    to.text(one.name);
    to.number(static_cast<std::uint64_t>(one.elements));
    std::vector<std::int64_t> sizes;
    for (const extent &size : one.extents) {
        sizes.push_back(size.size);
    }
    write_sizes(to, sizes);
}

value_declaration read_value(byte_reader &from) {
    const std::string name = from.text();
    const auto elements = static_cast<primitive_t>(from.number());
    return declared(name, {elements, read_sizes(from)});
}

/// With the sizes that are known now.
std::vector<value_declaration> sized(const std::vector<std::string> &names, const typed_graph &of) {
    std::vector<value_declaration> made;
    for (const std::string &name : names) {
        made.push_back(declared(of.name_of_output(name), of.type(name)));
    }
    return made;
}

template <typename Element>
std::shared_ptr<const std::vector<Element>> shared_elements_of(std::string_view bytes) {
    return std::make_shared<const std::vector<Element>>(support::elements_of<Element>(bytes));
}

} // namespace

network_image::network_image(const typed_graph &ready, const network_program &made)
    : inputs(sized(ready.inputs, ready)), outputs(sized(ready.outputs, ready)),
      weights(made.weights), indices(made.indices), report(made.report) {
    for (const sequence_memory &one : made.sequence.memory) {
        std::vector<std::int64_t> sizes;
        for (const expr &size : one.sizes) {
            sizes.push_back(size.get_int_val());
        }
        extents.push_back(std::move(sizes));
    }
}

network_image::network_image(const std::string &bytes) {
    byte_reader from(bytes);
    support::read_all(from, inputs, read_value);
    support::read_all(from, outputs, read_value);
    support::read_all(from, extents, read_sizes);
    report = read_report(from);
    code = from.text();
    weights = shared_elements_of<float>(from.view());
    indices = shared_elements_of<std::int32_t>(from.view());
}

support::text_parts network_image::bytes() const {
    byte_writer to, behind_weights;
    support::write_all(to, inputs, write_value);
    support::write_all(to, outputs, write_value);
    support::write_all(to, extents, write_sizes);
    write_report(to, report);
    to.text(code);
    const std::string_view of_weights = support::bytes_of(*weights);
    to.number(of_weights.size());
    behind_weights.text(support::bytes_of(*indices));
    support::text_parts all;
    all.add(to.bytes());
    all.refer(of_weights);
    all.add(behind_weights.bytes());
    return all;
}

} // namespace tiramisu::graph
