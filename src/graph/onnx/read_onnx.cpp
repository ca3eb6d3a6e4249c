#include <filesystem>
#include <memory>
#include <set>

#include "graph/model/problem_list.h"
#include "graph/onnx/element_types.h"
#include "graph/onnx/label_constants.h"
#include "graph/onnx/local_functions.h"
#include "graph/onnx/onnx.pb.h"
#include "graph/onnx/tensor_data.h"
#include "support/input_file.h"
#include "tiramisu/graph/onnx.h"

namespace tiramisu::graph {

namespace {

/// That operators of other domains become operators of.
constexpr int opset_without_own = 21;

/// Numbers of AttributeProto.AttributeType.
enum class kind { real = 1, integer, text, tensor, graph, reals, integers, texts, sparse = 11 };

/// Builds a model of the file's messages. What it does not support is collected.
class model_reader {
public:
    /// Changes the file's messages.
    model_reader(const std::shared_ptr<onnx::Model> &from, const std::string &folder)
        : from_(*from), tensors_(folder, from) {}

    model read() {
        read_opset();
        inline_functions(from_, problems_);
        model made = graph(from_.graph(), false);
        made.domains = domains_;
        return made;
    }

    const problem_list &problems() const { return problems_; }

private:
    onnx::Model &from_;
    tensor_reader tensors_;
    int opset_ = 0;
    std::map<std::string, int> domains_;
    problem_list problems_;
    std::set<std::string> narrow_; ///< constants of less than a byte, which are bytes here

    /// Of the file, or one that lies inside of a node. Inside, types need not be said.
    model graph(const onnx::Graph &from, bool is_inside) {
        model made;
        made.name = from.name();
        made.opset = opset_;
        const std::set<std::string> labels = label_constants(from);
        for (const onnx::Tensor &one : from.initializer()) {
            note_if_narrow(one, one.name());
            const bool is_labels = labels.count(one.name()) != 0;
            guarded("constant \"" + one.name() + "\"", [&] {
                made.constants[one.name()] =
                    is_labels ? numbers_of_labels(one) : tensors_.read(one);
            });
        }
        for (const onnx::SparseTensor &one : from.sparse_initializer()) {
            const std::string &name = one.values().name();
            read_tensor("sparse constant \"" + name + "\"", one,
                        [&](tensor values) { made.constants[name] = std::move(values); });
        }
        for (const onnx::Node &one : from.node()) {
            made.nodes.push_back(read_node(one));
        }
        const auto declared = [&](const onnx::Value &one) {
            return is_inside && !has_type(one) ? value_declaration{one.name(), p_none, {}, false}
                                               : declaration(one);
        };
        for (const onnx::Value &one : from.input()) {
            // Older files list constants among the inputs.
            if (made.constants.count(one.name()) == 0) {
                made.inputs.push_back(declared(one));
            }
        }
        for (const onnx::Value &one : from.output()) {
            // Maps of scores and labels are tensors of numbers here: what makes them says of what.
            const bool is_other = !one.type().has_tensor_type() ||
                                  onnx_type_name(one.type().tensor_type().elem_type()) == "string";
            made.outputs.push_back(is_other ? value_declaration{one.name(), p_float32, {}, false}
                                            : declared(one));
        }
        for (const onnx::Value &one : from.value_info()) {
            if (has_type(one)) {
                made.values.push_back(declaration(one));
            }
        }
        return made;
    }

    /// A file that imports operators of other domains only has no others.
    void read_opset() {
        opset_ = from_.opset_import_size() > 0 ? opset_without_own : 0;
        for (const onnx::OperatorSet &one : from_.opset_import()) {
            if (one.domain().empty() || one.domain() == "ai.onnx") {
                opset_ = static_cast<int>(one.version());
            } else {
                domains_[one.domain()] = static_cast<int>(one.version());
            }
        }
    }

    template <typename Message, typename Use>
    void read_tensor(const std::string &subject, const Message &from, const Use &use) {
        guarded(subject, [&] { use(tensors_.read(from)); });
    }

    /// What does not fit together is a problem of the subject.
    template <typename Read>
    void guarded(const std::string &subject, const Read &read) {
        try {
            read();
        } catch (const user_error &wrong) {
            problems_.add(subject, wrong.problem());
        } catch (const std::runtime_error &wrong) {
            problems_.add(subject, wrong.what());
        }
    }

    void note_if_narrow(const onnx::Tensor &from, const std::string &name) {
        if (is_narrow(from)) {
            narrow_.insert(name);
        }
    }

    /// Of operators whose results are of that type, and would be limited by it.
    void refuse_narrow_results(const node &of) {
        if (of.op != "QuantizeLinear" && of.op != "CastLike") {
            return;
        }
        for (const std::string &input : of.inputs) {
            if (narrow_.count(input) != 0) {
                problems_.add(of.subject(), "makes integers of the type of \"" + input +
                                                "\", which has less than a byte; supported are "
                                                "constants of such types that DequantizeLinear, "
                                                "Cast and the like read");
            }
        }
    }

    node_pointer read_node(const onnx::Node &from) {
        node made;
        made.name = from.name();
        const bool is_own = from.domain().empty() || from.domain() == "ai.onnx";
        made.op = is_own ? from.op_type() : from.domain() + "." + from.op_type();
        made.inputs = {from.input().begin(), from.input().end()};
        made.outputs = {from.output().begin(), from.output().end()};
        for (const onnx::Attribute &one : from.attribute()) {
            read_attribute(made, one);
            if (made.op == "Constant" && !made.outputs.empty()) {
                note_if_narrow(one.t(), made.outputs.front());
            }
        }
        refuse_narrow_results(made);
        return std::make_shared<const node>(std::move(made));
    }

    void read_attribute(node &of, const onnx::Attribute &from) {
        attribute &value = of.attributes[from.name()];
        switch (static_cast<kind>(kind_of(from))) {
        case kind::real: value = from.f(); return;
        case kind::integer: value = from.i(); return;
        case kind::text: value = from.s(); return;
        case kind::reals:
            value = std::vector<float>(from.floats().begin(), from.floats().end());
            return;
        case kind::integers:
            value = std::vector<std::int64_t>(from.ints().begin(), from.ints().end());
            return;
        case kind::texts:
            value = std::vector<std::string>(from.strings().begin(), from.strings().end());
            return;
        case kind::tensor:
            read_tensor(of.subject() + ", attribute " + from.name(), from.t(),
                        [&](tensor values) { value = std::move(values); });
            return;
        case kind::sparse: // of Constant
            of.attributes.erase(from.name());
            read_tensor(of.subject() + ", attribute " + from.name(), from.sparse_tensor(),
                        [&](tensor values) { of.attributes["value"] = std::move(values); });
            return;
        case kind::graph: value = std::make_shared<const model>(graph(from.g(), true)); return;
        }
        problems_.add(of.subject(),
                      "attribute " + from.name() + " is of a kind that is not supported");
    }

    /// Files before IR version 2 do not say it: then it is what is there.
    static int kind_of(const onnx::Attribute &from) {
        const auto number = [](kind which) { return static_cast<int>(which); };
        return from.has_type()           ? from.type()
               : from.has_f()            ? number(kind::real)
               : from.has_i()            ? number(kind::integer)
               : from.has_s()            ? number(kind::text)
               : from.has_t()            ? number(kind::tensor)
               : from.has_g()            ? number(kind::graph)
               : from.floats_size() > 0  ? number(kind::reals)
               : from.strings_size() > 0 ? number(kind::texts)
                                         : number(kind::integers);
    }

    /// Whether it is declared as a tensor of numbers: what is declared else is of no use here.
    static bool has_type(const onnx::Value &one) {
        return one.type().has_tensor_type() &&
               from_onnx(one.type().tensor_type().elem_type()).has_value();
    }

    value_declaration declaration(const onnx::Value &from) {
        value_declaration made;
        made.name = from.name();
        const onnx::Type::TensorType &type = from.type().tensor_type();
        const auto elements = from_onnx(type.elem_type());
        if (!from.type().has_tensor_type() || !elements) {
            problems_.add("value \"" + from.name() + "\"", "is no tensor of a supported type (" +
                                                               onnx_type_name(type.elem_type()) +
                                                               ")");
            return made;
        }
        made.elements = *elements;
        made.has_rank = type.has_shape();
        for (const onnx::Shape::Dimension &one : type.shape().dim()) {
            extent size;
            size.symbol = one.dim_param();
            size.size = one.has_dim_value() && one.dim_value() >= 0 ? one.dim_value() : -1;
            made.extents.push_back(size);
        }
        return made;
    }
};

std::shared_ptr<onnx::Model> messages_of(const std::string &bytes, const std::string &file) {
    auto messages = std::make_shared<onnx::Model>();
    if (!messages->ParseFromString(bytes)) {
        throw io_error(file, "read",
                       "it is no ONNX file, or not all of one (its protobuf messages "
                       "do not fit together)");
    }
    const onnx::Graph &graph = messages->graph();
    if (!messages->has_graph() || graph.node_size() + graph.output_size() == 0) {
        throw io_error(file, "read", "it has no ONNX graph");
    }
    return messages;
}

model model_of(const std::shared_ptr<onnx::Model> &messages, const std::string &folder,
               const std::string &subject, source_place where) {
    model_reader reader(messages, folder);
    model made = reader.read();
    reader.problems().refuse_if_any(subject, "read_onnx", where);
    return made;
}

} // namespace

model read_onnx(const std::string &path, source_place where) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    // The file's text, which may be long, is gone when the messages are read.
    model made = model_of(messages_of(support::text_of_file(path), path), folder,
                          "file \"" + path + "\"", where);
    if (made.name.empty()) {
        made.name = std::filesystem::path(path).stem().string();
    }
    return made;
}

model parse_onnx(const std::string &bytes, const std::string &folder, source_place where) {
    return model_of(messages_of(bytes, "(memory)"), folder, "ONNX network", where);
}

} // namespace tiramisu::graph
