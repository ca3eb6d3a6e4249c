#include "graph/compile/lowered_graph.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "graph/compile/element_groups.h"
#include "graph/compile/element_program.h"
#include "graph/compile/layouts.h"
#include "graph/model/problem_list.h"

namespace tiramisu::graph {

namespace {

/// Writes the steps of one node after the other.
class step_writer {
public:
    step_writer(const typed_graph &graph, int lanes, source_place where)
        : graph_(graph), lanes_(lanes), where_(where), layouts_(choose_layouts(graph)),
          groups_(graph, layouts_) {}

    lowered_graph written() {
        for (const std::string &input : graph_.inputs) {
            made_.sizes[input] = count_of(graph_.type(input).extents);
        }
        for (const node_pointer &one : graph_.nodes) {
            try {
                write(one);
            } catch (const refusal &reason) {
                problems_.add(one->subject(), reason.what());
            }
        }
        problems_.refuse_if_any("network \"" + graph_.name + "\"", "", where_);
        write_outputs();
        keep_constants();
        return std::move(made_);
    }

private:
    const typed_graph &graph_;
    int lanes_;
    source_place where_;
    std::map<std::string, nn::layout> layouts_;
    element_groups groups_;
    std::map<std::string, std::string> views_; ///< of which value each view is one
    std::set<std::string> reordered_;          ///< other layouts that have been made
    problem_list problems_;
    lowered_graph made_;

    void write(const node_pointer &one) {
        const operator_row &row = typed_graph::row_of(*one);
        if (row.is_view) {
            views_[one->outputs.front()] =
                in_layout(one->inputs.front(), nn::layout::nchw, one->subject());
        } else if (row.element) {
            if (!groups_.is_inside_of_reader(one)) {
                write_elements(one);
            }
        } else {
            write_steps(one, row);
        }
    }

    nn::layout layout_of(const std::string &value) const {
        const auto found = layouts_.find(value);
        return found == layouts_.end() ? nn::layout::nchw : found->second;
    }

    /// The memory of a value.
    std::string memory_of(const std::string &value) const {
        const auto view = views_.find(value);
        return view == views_.end() ? value : view->second;
    }

    /// Memory in which a value lies in this way; a step makes it where there is none.
    std::string in_layout(const std::string &value, nn::layout wanted, const std::string &reader) {
        const std::string memory = memory_of(value);
        const bool lies_alike = graph_.is_constant(value) || !can_lie_in_blocks(graph_.type(value));
        if (lies_alike || layout_of(value) == wanted) {
            return memory;
        }
        const std::string other = value + "@" + nn::to_string(wanted);
        if (reordered_.insert(other).second) {
            write_reorder(memory, other, graph_.type(value), wanted, reader);
        }
        return other;
    }

    void write_reorder(const std::string &from, const std::string &to, const tensor_type &type,
                       nn::layout wanted, const std::string &reader) {
        const shape &e = type.extents;
        const bool to_plain = wanted == nn::layout::nchw;
        std::ostringstream text;
        text << "reorder mb=" << e[0] << " ic=" << e[1] << " ih=" << e[2] << " iw=" << e[3]
             << " to=" << nn::to_string(wanted)
             << " layout=" << nn::to_string(to_plain ? nn::layout::nchw16c : nn::layout::nchw);
        step made;
        made.node = reader;
        made.text = text.str();
        made.arguments = {{"src", {from}}, {"dst", {to}, true}};
        made_.sizes[to] = count_of(e);
        made_.steps.push_back(std::move(made));
        made_.reorders++;
    }

    /// What a node reads and writes gets the layouts that its operator's rule says.
    void write_steps(const node_pointer &one, const operator_row &row) {
        const node_call call = graph_.call_of(one);
        const nn::layout out = layout_of(one->outputs.front());
        std::map<std::string, std::string> memory; // by value
        std::map<std::string, nn::layout> layouts;
        lowering of{call, {}, {}, lanes_};
        for (std::size_t i = 0; i < one->inputs.size(); i++) {
            const std::string &value = one->inputs[i];
            if (value.empty()) {
                continue;
            }
            const bool takes_any = row.layouts == layout_rule::either && i == 0;
            const nn::layout wanted = takes_any ? layout_of(value) : out;
            memory[value] = in_layout(value, wanted, one->subject());
            if (wanted != nn::layout::nchw && can_lie_in_blocks(graph_.type(value))) {
                of.layouts[value] = wanted;
            }
        }
        of.layouts[one->outputs.front()] = out;
        for (const std::string &value : one->outputs) {
            of.outputs.push_back(graph_.type(value));
            made_.sizes[value] = count_of(graph_.type(value).extents);
        }
        for (step &part : row.steps(of)) {
            part.node = one->subject();
            for (step_argument &argument : part.arguments) {
                const auto known = memory.find(argument.where.value);
                if (!argument.is_written && known != memory.end()) {
                    argument.where.value = known->second;
                }
            }
            made_.steps.push_back(std::move(part));
        }
    }

    // --- nodes of single elements

    /// What a group of them reads, and its value in the language.
    struct group {
        std::vector<std::string> operands;
        std::string text;

        /// Its number among the operands.
        std::size_t add(const std::string &value) {
            const auto found = std::find(operands.begin(), operands.end(), value);
            if (found == operands.end()) {
                operands.push_back(value);
                return operands.size() - 1;
            }
            return static_cast<std::size_t>(found - operands.begin());
        }
    };
    using value_of = std::function<expr(const std::vector<expr> &)>;

    /// A constant of one element is a number in the code.
    value_of operand_value(group &all, const std::string &value) {
        const tensor *constant = graph_.constant(value);
        if (constant != nullptr && constant->count() == 1) {
            const float number = constant->data<float>()[0];
            std::ostringstream text;
            text.precision(9);
            text << number;
            all.text += text.str();
            return [number](const std::vector<expr> &) { return expr(number); };
        }
        const std::size_t i = all.add(value);
        all.text += "#" + std::to_string(i);
        return [i](const std::vector<expr> &operands) { return operands[i]; };
    }

    value_of node_value(group &all, const node_pointer &one) {
        std::vector<value_of> parts;
        all.text += one->op + "(";
        for (const std::string &input : one->inputs) {
            all.text += parts.empty() ? "" : ", ";
            const node_pointer inside = groups_.inside(input);
            parts.push_back(input.empty() ? [](const std::vector<expr> &) { return expr(); }
                            : inside      ? node_value(all, inside)
                                          : operand_value(all, input));
        }
        for (const auto &[name, value] : one->attributes) {
            if (const float *number = std::get_if<float>(&value)) {
                std::ostringstream text;
                text.precision(9);
                text << "; " << name << "=" << *number;
                all.text += text.str();
            }
        }
        all.text += ")";
        const node_call call = graph_.call_of(one);
        return [parts, call](const std::vector<expr> &operands) {
            std::vector<expr> values;
            for (const value_of &part : parts) {
                values.push_back(part(operands));
            }
            return typed_graph::row_of(call.what()).element(call, values);
        };
    }

    /// Sizes of an operand beside a result of that rank.
    static shape aligned(const shape &extents, std::size_t rank) {
        shape made(rank, 1);
        std::copy_backward(extents.begin(), extents.end(), made.end());
        return made;
    }

    void write_elements(const node_pointer &one) {
        group all;
        element_work work;
        work.value = node_value(all, one);
        const std::string &result = one->outputs.front();
        const nn::layout lies = layout_of(result);
        work.result = stored_extents(graph_.type(result), lies);
        step made;
        for (std::size_t i = 0; i < all.operands.size(); i++) {
            const std::string &value = all.operands[i];
            work.operands.push_back(
                aligned(stored_extents(graph_.type(value), lies), work.result.size()));
            made.arguments.push_back(
                {"src" + std::to_string(i), {in_layout(value, lies, one->subject())}});
            all.text += " " + to_text(work.operands.back());
        }
        made.arguments.push_back({"dst", {result}, true});
        made.node = one->subject();
        made.text = "elements " + all.text + " -> " + to_text(work.result);
        made.write = [work, lanes = lanes_](const std::string &name) {
            return element_program(work, name, lanes);
        };
        made_.sizes[result] = count_of(work.result);
        made_.steps.push_back(std::move(made));
    }

    // --- ends

    /// Outputs that are views, inputs or constants are copied: each has memory of its own.
    void write_outputs() {
        for (const std::string &output : graph_.outputs) {
            const bool is_made =
                std::any_of(made_.steps.begin(), made_.steps.end(), [&](const step &one) {
                    return one.arguments.back().where.value == output;
                });
            if (is_made) {
                continue;
            }
            element_work copy;
            copy.result = graph_.type(output).extents;
            copy.operands = {copy.result};
            copy.value = [](const std::vector<expr> &operands) { return operands[0]; };
            std::string source = memory_of(output);
            if (source == output) { // an input or a constant of this name
                source += "@source";
                sources_of_outputs_[source] = output;
            }
            step made;
            made.node = "output \"" + output + "\"";
            made.text = "elements #0 " + to_text(copy.result) + " -> " + to_text(copy.result);
            made.arguments = {{"src0", {source}}, {"dst", {output}, true}};
            made.write = [copy, lanes = lanes_](const std::string &name) {
                return element_program(copy, name, lanes);
            };
            made_.sizes[output] = count_of(copy.result);
            made_.steps.push_back(std::move(made));
        }
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
