#include "support/interpreter.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "core/expr/expr_walk.h"

namespace tiramisu::oracle {

namespace {

using point = std::vector<std::int64_t>;

template <typename Relation>
std::string text_of(const Relation &relation) {
    std::ostringstream text;
    text << relation;
    return text.str();
}

isl::set with_parameters(const isl::set &set, const std::map<std::string, value> &parameters) {
    isl_set *fixed = set.copy();
    for (const auto &[name, number] : parameters) {
        const int dim = isl_set_find_dim_by_name(fixed, isl_dim_param, name.c_str());
        if (dim >= 0) {
            fixed = isl_set_fix_si(fixed, isl_dim_param, static_cast<unsigned>(dim),
                                   static_cast<int>(number.integer));
            fixed = isl_set_project_out(fixed, isl_dim_param, static_cast<unsigned>(dim), 1);
        }
    }
    if (isl_set_dim(fixed, isl_dim_param) > 0) {
        const std::string text = text_of(isl::manage(fixed));
        throw meaningless("a parameter is not known in " + text);
    }
    return isl::manage(fixed);
}

constexpr std::size_t most_points = 100000;

std::vector<point> points_of(const isl::set &set) {
    std::vector<point> points;
    const auto take = [](isl_point *at, void *user) -> isl_stat {
        isl_space *space = isl_point_get_space(at);
        const isl_size dims = isl_space_dim(space, isl_dim_set);
        isl_space_free(space);
        point coordinates;
        for (isl_size d = 0; d < dims; ++d) {
            isl_val *coordinate = isl_point_get_coordinate_val(at, isl_dim_set, d);
            coordinates.push_back(isl_val_get_num_si(coordinate));
            isl_val_free(coordinate);
        }
        isl_point_free(at);
        auto &found = *static_cast<std::vector<point> *>(user);
        found.push_back(coordinates);
        return found.size() < most_points ? isl_stat_ok : isl_stat_error;
    };
    if (isl_set_foreach_point(set.get(), take, &points) != isl_stat_ok) {
        throw std::runtime_error("the points of " + text_of(set) + " cannot be listed: there are " +
                                 (points.size() < most_points ? "no bounds" : "too many"));
    }
    return points;
}

bool is_accumulator(const core::program_statement &statement, const expr &operand) {
    if (operand.get_op_type() != o_access || operand.get_name() != statement.buffer ||
        operand.get_operands().size() != statement.index.size()) {
        return false;
    }
    for (std::size_t d = 0; d < statement.index.size(); ++d) {
        if (!operand.get_operands()[d].is_equal(statement.index[d])) {
            return false;
        }
    }
    return true;
}

/// Whether the accumulator is a term of a sum that is not subtracted, or an operand of a chain of
/// another operation.
bool has_accumulator(const core::program_statement &statement, op_t op, const expr &chain) {
    if (is_accumulator(statement, chain)) {
        return true;
    }
    const op_t own = chain.get_op_type();
    const bool is_difference = op == o_add && own == o_sub;
    return (own == op || is_difference) &&
           (has_accumulator(statement, op, chain.get_operand(0)) ||
            (!is_difference && has_accumulator(statement, op, chain.get_operand(1))));
}

/// The operation of a chain that the accumulator is in; o_none if the statement is no reduction.
op_t reduction_of(const core::program_statement &statement) {
    for (const op_t op : {o_add, o_mul, o_min, o_max}) {
        if (!statement.buffer.empty() && !is_accumulator(statement, statement.value) &&
            has_accumulator(statement, op, statement.value)) {
            return op;
        }
    }
    return o_none;
}

class runner {
public:
    runner(const concrete_program &what, memory &data) : what_(what), data_(data) {
        names_.scalars = what.scalars;
        names_.read = [this](const std::string &buffer, const point &at) {
            return read(buffer, at);
        };
        names_.passed_over = [this](const expr &unused) { note_reads(unused); };
        for (const core::program_scalar &constant : what.program->constants) {
            names_.scalars[constant.name] =
                convert(evaluate(constant.value, names_), constant.type);
        }
        for (const core::program_buffer &temporary : what.program->temporaries) {
            point extents;
            for (const expr &size : temporary.sizes) {
                extents.push_back(std::max<std::int64_t>(0, evaluate_integer(size, names_)));
            }
            data_[temporary.name] = array(temporary.type, extents);
        }
    }

    void run(instance &at) {
        const core::program_statement &statement = what_.program->statements.at(at.statement);
        const auto outer = names_.scalars;
        touches_ = &at.touches;
        is_possible_only_ = false;
        for (std::size_t d = 0; d < statement.iterators.size(); ++d) {
            names_.scalars[statement.iterators[d]] = value::of_integer(p_int64, at.point[d]);
        }
        for (const core::program_scalar &let : statement.lets) {
            names_.scalars[let.name] = convert(evaluate(let.value, names_), let.type);
        }
        if (statement.condition.is_defined()) {
            is_possible_only_ = evaluate(statement.condition, names_).integer == 0;
        }
        assign(statement);
        names_.scalars = outer;
    }

    const std::map<std::string, value> &scalars() const { return names_.scalars; }

private:
    const concrete_program &what_;
    memory &data_;
    environment names_;
    std::vector<touch> *touches_ = nullptr;
    bool is_possible_only_ = false;

    array &find(const std::string &buffer) {
        const auto found = data_.find(buffer);
        if (found == data_.end()) {
            throw meaningless("there is no buffer \"" + buffer + "\"");
        }
        return found->second;
    }

    /// What the library may think is read, as it knows no more than the text.
    void note_reads(const expr &unused) {
        const bool was_possible_only = is_possible_only_;
        is_possible_only_ = true;
        try {
            evaluate(unused, names_);
        } catch (const meaningless &) {
            // Nothing has to have a meaning that is not looked at.
        }
        is_possible_only_ = was_possible_only;
    }

    value read(const std::string &buffer, const point &at) {
        array &from = find(buffer);
        if (is_possible_only_ && !from.has(at)) {
            return convert(value::of_integer(p_int32, 0), from.type());
        }
        const std::int64_t element = from.position(buffer, at);
        touches_->push_back({buffer, element, false, o_none, is_possible_only_});
        return is_possible_only_ ? from[element] : from.get(buffer, element);
    }

    /// At an index from memory the library may think that any element is read; of memory that
    /// nothing writes that makes no difference.
    void note_reads_anywhere(const expr &value) {
        core::for_each_node(value, [&](const expr &node) {
            const auto &index = node.get_operands();
            const bool is_anywhere =
                node.get_op_type() == o_access && is_written(node.get_name()) &&
                std::any_of(index.begin(), index.end(), [](const expr &at) { return reads(at); });
            const std::int64_t elements = is_anywhere ? find(node.get_name()).size() : 0;
            for (std::int64_t element = 0; element < elements; ++element) {
                touches_->push_back({node.get_name(), element, false, o_none, true});
            }
        });
    }

    static bool reads(const expr &index) {
        bool found = false;
        core::for_each_node(
            index, [&](const expr &node) { found = found || node.get_op_type() == o_access; });
        return found;
    }

    bool is_written(const std::string &buffer) const {
        const auto &all = what_.program->statements;
        return std::any_of(all.begin(), all.end(),
                           [&](const auto &entry) { return entry.second.buffer == buffer; });
    }

    /// One of the reads of the element that is written, made if the write is.
    void mark_accumulator(const std::string &buffer, std::int64_t element, op_t op) {
        const auto old = std::find_if(touches_->begin(), touches_->end(), [&](const touch &read) {
            return read.buffer == buffer && read.element == element && !read.is_write &&
                   read.is_possible_only == is_possible_only_;
        });
        if (op != o_none && old != touches_->end()) {
            old->accumulates = op;
        }
    }

    void assign(const core::program_statement &statement) {
        const value result = evaluate(statement.value, names_);
        note_reads_anywhere(statement.value);
        if (statement.buffer.empty()) {
            return;
        }
        point at;
        for (const expr &index : statement.index) {
            at.push_back(evaluate_integer(index, names_));
        }
        array &into = find(statement.buffer);
        const std::int64_t element = into.position(statement.buffer, at);
        const op_t op = reduction_of(statement);
        mark_accumulator(statement.buffer, element, op);
        touches_->push_back({statement.buffer, element, true, op, is_possible_only_});
        if (!is_possible_only_) {
            into.set(element, result);
            if (!is_exact(into[element])) {
                throw meaningless("numbers became too large to be exact");
            }
        }
    }
};

} // namespace

std::map<std::vector<std::int64_t>, std::vector<std::int64_t>>
points_of(isl::map relation, const std::map<std::string, value> &parameters) {
    const auto dims = static_cast<std::size_t>(isl_map_dim(relation.get(), isl_dim_in));
    std::map<point, point> result;
    const isl::set both = isl::manage(isl_set_flatten(relation.wrap().release()));
    for (const point &pair : points_of(with_parameters(both, parameters))) {
        const auto middle = pair.begin() + static_cast<std::ptrdiff_t>(dims);
        const bool is_new =
            result.emplace(point(pair.begin(), middle), point(middle, pair.end())).second;
        if (!is_new) {
            throw meaningless("a point has several images in " + text_of(relation));
        }
    }
    return result;
}

void interpret(const concrete_program &what, memory &data, std::vector<instance> *trace) {
    runner run(what, data);
    std::vector<instance> instances;
    for (const auto &[name, domain] : what.domains) {
        const isl::map timed = what.times.at(name).intersect_domain(domain);
        for (const auto &[at, time] : points_of(timed, run.scalars())) {
            instances.push_back({name, at, time, {}});
        }
    }
    std::sort(instances.begin(), instances.end(),
              [](const instance &a, const instance &b) { return a.time < b.time; });
    for (std::size_t i = 0; i + 1 < instances.size(); ++i) {
        if (instances[i].time == instances[i + 1].time) {
            throw meaningless("two instances run at the same time: " + instances[i].statement +
                              " and " + instances[i + 1].statement);
        }
    }
    for (instance &at : instances) {
        run.run(at);
    }
    if (trace) {
        *trace = std::move(instances);
    }
}

} // namespace tiramisu::oracle
