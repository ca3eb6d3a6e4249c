#include "graph/compile/lowered_graph.h"

#include <algorithm>

#include "graph/compile/element_group.h"
#include "graph/compile/element_groups.h"
#include "graph/compile/element_program.h"
#include "graph/compile/layouts.h"
#include "graph/compile/value_memory.h"
#include "graph/model/problem_list.h"

namespace tiramisu::graph {

namespace {

/// "4x6"; "int64 4x6" where elements are no floats.
std::string short_text(const tensor_type &type) {
    return type.elements == p_float32 ? to_text(type.extents) : to_text(type);
}

/// Writes the steps of one node after the other.
class step_writer {
public:
    step_writer(const typed_graph &graph, int lanes, source_place where)
        : graph_(graph), lanes_(lanes), where_(where), layouts_(choose_layouts(graph)),
          groups_(graph, layouts_), values_(graph, layouts_, made_) {}

    lowered_graph written() {
        for (const std::string &input : graph_.inputs) {
            values_.declare(input);
        }
        for (const node_pointer &one : graph_.nodes) {
            try {
                write(one);
            } catch (const refusal &reason) {
                problems_.add(one->subject(), reason.what());
            }
        }
        write_outputs();
        if (made_.steps.empty() && problems_.empty()) {
            problems_.add("outputs", "have no elements: there is nothing to compute");
        }
        problems_.refuse_if_any("network \"" + graph_.name + "\"", "", where_);
        keep_constants();
        return std::move(made_);
    }

private:
    const typed_graph &graph_;
    int lanes_;
    source_place where_;
    std::map<std::string, nn::layout> layouts_;
    element_groups groups_;
    lowered_graph made_;
    value_memory values_;
    problem_list problems_;

    void write(const node_pointer &one) {
        const operator_row &row = typed_graph::row_of(*one);
        const std::optional<std::int64_t> part = row.is_view ? std::optional<std::int64_t>(0)
                                                 : row.part  ? row.part(graph_.call_of(one))
                                                             : std::nullopt;
        if (part) {
            value_place place =
                values_.in_layout(one->inputs.front(), nn::layout::nchw, one->subject());
            place.first += *part;
            values_.declare_view(one->outputs.front(), place);
        } else if (row.element) {
            if (!groups_.is_inside_of_reader(one)) {
                write_elements(one);
            }
        } else {
            write_steps(one, row);
        }
    }

    /// What a node reads and writes gets the layouts that its operator's rule says.
    void write_steps(const node_pointer &one, const operator_row &row) {
        const node_call call = graph_.call_of(one);
        const nn::layout out = values_.layout_of(one->outputs.front());
        std::map<std::string, value_place> memory; // by value
        std::map<std::string, nn::layout> layouts;
        lowering of{call, {}, {}, lanes_};
        for (std::size_t i = 0; i < one->inputs.size(); i++) {
            const std::string &value = one->inputs[i];
            if (value.empty()) {
                continue;
            }
            const bool takes_any =
                reads_as_it_lies(row.rule_for(call), graph_.type(one->outputs.front()), i);
            const nn::layout wanted = takes_any ? values_.layout_of(value) : out;
            memory[value] = values_.in_layout(value, wanted, one->subject());
            if (wanted != nn::layout::nchw && can_lie_in_blocks(graph_.type(value))) {
                of.layouts[value] = wanted;
            }
        }
        of.layouts[one->outputs.front()] = out;
        for (const std::string &value : one->outputs) {
            of.outputs.push_back(value.empty() ? tensor_type() : graph_.type(value));
            if (!value.empty()) {
                values_.declare(value);
            }
        }
        for (step &part : row.steps(of)) {
            part.node = one->subject();
            for (step_argument &argument : part.arguments) {
                const auto known = memory.find(argument.where.value);
                if (!argument.is_written && known != memory.end()) {
                    argument.where.value = known->second.value;
                    argument.where.first += known->second.first;
                }
            }
            made_.steps.push_back(std::move(part));
        }
    }

    // --- nodes of single elements

    void write_elements(const node_pointer &one) {
        const element_group all = group_of(graph_, groups_, one);
        element_work work;
        work.value = all.value;
        const std::string &result = one->outputs.front();
        const nn::layout format = values_.layout_of(result);
        std::string text = all.text;
        work.type = graph_.type(result).elements;
        work.result = stored_extents(graph_.type(result), format);
        step made;
        for (std::size_t i = 0; i < all.operands.size(); i++) {
            const std::string &value = all.operands[i];
            work.operands.push_back(
                aligned(stored_extents(graph_.type(value), format), work.result.size()));
            work.types.push_back(graph_.type(value).elements);
            made.arguments.push_back(
                {"src" + std::to_string(i), values_.in_layout(value, format, one->subject())});
            text += " " + short_text({work.types.back(), work.operands.back()});
        }
        made.arguments.push_back({"dst", {result}, true});
        made.node = one->subject();
        made.text = "elements " + text + " -> " + short_text({work.type, work.result});
        made.write = [work, lanes = lanes_](const std::string &name) {
            return element_program(work, name, lanes);
        };
        values_.declare(result);
        made_.steps.push_back(std::move(made));
    }

    /// Sizes of an operand beside a result of that rank.
    static shape aligned(const shape &extents, std::size_t rank) {
        shape made(rank, 1);
        std::copy_backward(extents.begin(), extents.end(), made.end());
        return made;
    }

    // --- ends

    /// Outputs that are views, inputs or constants are copied: each has memory of its own.
    void write_outputs() {
        for (const std::string &output : graph_.outputs) {
            const bool is_made =
                count_of(graph_.type(output).extents) == 0 ||
                std::any_of(made_.steps.begin(), made_.steps.end(), [&](const step &one) {
                    return std::any_of(one.arguments.begin(), one.arguments.end(),
                                       [&](const step_argument &argument) {
                                           return argument.is_written &&
                                                  argument.where.value == output;
                                       });
                });
            if (is_made) {
                continue;
            }
            write_copy(output, "output \"" + graph_.name_of_output(output) + "\"");
        }
    }

    void write_copy(const std::string &output, const std::string &subject) {
        element_work copy;
        copy.result = graph_.type(output).extents;
        copy.operands = {copy.result};
        copy.value = [](const std::vector<expr> &operands) { return operands[0]; };
        copy.type = graph_.type(output).elements;
        copy.types = {copy.type};
        value_place source = values_.memory_of(output);
        if (source.value == output) { // a constant of this name
            source.value += "@source";
            sources_of_outputs_[source.value] = output;
        }
        step made;
        made.node = subject;
        const std::string type = short_text({copy.type, copy.result});
        made.text = "elements #0 " + type + " -> " + type;
        made.arguments = {{"src0", source}, {"dst", {output}, true}};
        made.write = [copy, lanes = lanes_](const std::string &name) {
            return element_program(copy, name, lanes);
        };
        values_.declare(output);
        made_.steps.push_back(std::move(made));
    }

    std::map<std::string, std::string> sources_of_outputs_;

    void keep_constants() {
        for (const step &one : made_.steps) {
            for (const step_argument &argument : one.arguments) {
                const std::string &value = argument.where.value;
                const auto source = sources_of_outputs_.find(value);
                const tensor *constant =
                    graph_.constant(source == sources_of_outputs_.end() ? value : source->second);
                if (constant != nullptr && !argument.is_written) {
                    made_.constants[value] = *constant;
                    made_.sizes[value] = constant->count();
                }
            }
        }
    }
};

} // namespace

lowered_graph lower_graph(const typed_graph &graph, int lanes, source_place where) {
    return step_writer(graph, lanes, where).written();
}

} // namespace tiramisu::graph
