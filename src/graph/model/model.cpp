#include "tiramisu/graph/model.h"

#include <algorithm>
#include <set>

#include "graph/model/declared_value.h"

namespace tiramisu::graph {

namespace {

std::string to_text(const extent &size) {
    return size.is_known() ? std::to_string(size.size) : size.symbol.empty() ? "?" : size.symbol;
}

/// Makes the sizes of inputs numbers.
class binder {
public:
    binder(const model &of, source_place where) : of_(of), where_(where) {}

    void bind(value_declaration &input, const shape &sizes) {
        if (input.has_rank && input.extents.size() != sizes.size()) {
            refuse(input, "is given the sizes " + graph::to_text(sizes) + ", must have " +
                              std::to_string(input.extents.size()));
        }
        input.extents.resize(sizes.size());
        input.has_rank = true;
        for (std::size_t i = 0; i < sizes.size(); i++) {
            extent &declared = input.extents[i];
            if (sizes[i] < 0) {
                refuse(input,
                       "is given the size " + std::to_string(sizes[i]) + ", must be at least 0");
            }
            if (declared.is_known() && declared.size != sizes[i]) {
                refuse(input, "is given the sizes " + graph::to_text(sizes) + ", where size " +
                                  std::to_string(i + 1) + " must be " +
                                  std::to_string(declared.size));
            }
            if (!declared.symbol.empty()) {
                bind_symbol(input, declared.symbol, sizes[i]);
            }
            declared.size = sizes[i];
        }
    }

    void set_symbol(const std::string &symbol, std::int64_t size) { symbols_[symbol] = size; }

    void bind_symbols(value_declaration &value) const {
        for (extent &one : value.extents) {
            const auto known = symbols_.find(one.symbol);
            if (!one.is_known() && known != symbols_.end()) {
                one.size = known->second;
            }
        }
    }

    void require_known(const value_declaration &input) const {
        if (!has_known_sizes(input)) {
            std::string example;
            for (const extent &one : input.extents) {
                example += (example.empty() ? "" : ",") + (one.is_known() ? to_text(one) : "1");
            }
            refuse(input, "has sizes that are not known while compiling (" + input.text() +
                              "); give them: " + input.name + "=" +
                              (example.empty() ? "1,3,224,224" : example));
        }
    }

    [[noreturn]] void refuse(const value_declaration &input, const std::string &reason) const {
        throw user_error("network \"" + of_.name + "\"", "input \"" + input.name + "\"", reason,
                         where_);
    }

private:
    const model &of_;
    source_place where_;
    std::map<std::string, std::int64_t> symbols_;

    void bind_symbol(const value_declaration &input, const std::string &symbol, std::int64_t size) {
        const auto [known, is_new] = symbols_.emplace(symbol, size);
        if (!is_new && known->second != size) {
            refuse(input, "says that \"" + symbol + "\" is " + std::to_string(size) +
                              ", which another size makes " + std::to_string(known->second));
        }
    }
};

bool has_symbol(const std::vector<value_declaration> &values, const std::string &symbol) {
    return std::any_of(values.begin(), values.end(), [&](const value_declaration &one) {
        return std::any_of(one.extents.begin(), one.extents.end(),
                           [&](const extent &size) { return size.symbol == symbol; });
    });
}

/// Adds what a graph reads from outside.
void add_reads(const model &of, std::vector<std::string> &reads) {
    std::set<std::string> own;
    for (const value_declaration &one : of.inputs) {
        own.insert(one.name);
    }
    for (const auto &[name, values] : of.constants) {
        own.insert(name);
    }
    for (const node_pointer &one : of.nodes) {
        own.insert(one->outputs.begin(), one->outputs.end());
    }
    const auto add = [&](const std::string &value) {
        if (!value.empty() && own.count(value) == 0) {
            reads.push_back(value);
        }
    };
    for (const node_pointer &one : of.nodes) {
        for (const std::string &value : model::reads_of(*one)) {
            add(value);
        }
    }
    for (const value_declaration &one : of.outputs) {
        add(one.name);
    }
}

std::string names(const std::vector<value_declaration> &values) {
    std::string text;
    for (const value_declaration &one : values) {
        text += (text.empty() ? "" : ", ") + one.name;
    }
    return text;
}

} // namespace

std::string node::subject() const {
    const std::string first = outputs.empty() ? "" : outputs.front();
    return (name.empty() ? "node of value \"" + first + "\"" : "node \"" + name + "\"") + " (" +
           op + ")";
}

std::string value_declaration::text() const {
    if (!has_rank) {
        return name + " " + to_string(elements) + " of any shape";
    }
    std::string sizes;
    for (const extent &one : extents) {
        sizes += (sizes.empty() ? "" : ", ") + to_text(one);
    }
    return name + " " + to_string(elements) + " [" + sizes + "]";
}

std::vector<std::string> model::reads_of(const node &one) {
    std::vector<std::string> reads = one.inputs;
    for (const auto &[name, value] : one.attributes) {
        if (const auto *graph = std::get_if<std::shared_ptr<const model>>(&value)) {
            add_reads(**graph, reads);
        }
    }
    return reads;
}

model model::with_values(const std::map<std::string, tensor> &known, source_place where) const {
    model made = *this;
    for (const auto &[called, given] : known) {
        const std::string &wanted = called;
        const auto input = std::find_if(
            made.inputs.begin(), made.inputs.end(),
            [&](const value_declaration &declared) { return declared.name == wanted; });
        if (input == made.inputs.end() || input->elements != given.elements()) {
            throw user_error("network \"" + name + "\"", "input \"" + called + "\"",
                             input == made.inputs.end()
                                 ? "is given a value, but there is none of this name; the inputs "
                                   "are " +
                                       names(inputs)
                                 : "is given a value of " + to_text(given.type()) + ", must be " +
                                       input->text(),
                             where);
        }
        made.constants[called] = given;
        made.inputs.erase(input);
    }
    return made;
}

model model::bound(const std::map<std::string, shape> &input_shapes, source_place where) const {
    model made = *this;
    binder sizes(*this, where);
    for (const auto &[called, given] : input_shapes) {
        if (given.size() == 1 && has_symbol(inputs, called)) {
            sizes.set_symbol(called, given.front());
        }
    }
    for (const auto &one : input_shapes) {
        const std::string &called = one.first;
        const auto input = std::find_if(
            made.inputs.begin(), made.inputs.end(),
            [&](const value_declaration &declared) { return declared.name == called; });
        if (input == made.inputs.end() && one.second.size() == 1 && has_symbol(inputs, called)) {
            continue; // bound below
        }
        if (input == made.inputs.end()) {
            throw user_error("network \"" + name + "\"", "input \"" + called + "\"",
                             "is given sizes, but there is none of this name; the inputs are " +
                                 names(inputs),
                             where);
        }
        sizes.bind(*input, one.second);
    }
    for (auto *const all : {&made.inputs, &made.outputs, &made.values}) {
        for (value_declaration &one : *all) {
            sizes.bind_symbols(one);
        }
    }
    for (const value_declaration &one : made.inputs) {
        sizes.require_known(one);
    }
    return made;
}

} // namespace tiramisu::graph
