#include "support/known_state.h"

#include <algorithm>
#include <sstream>

#include "core/program/staging.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::oracle {

namespace {

using core::computation_state;
using core::function_state;

class state_writer {
public:
    state_writer(const function_state &function, known_state &state)
        : function_(function), state_(state) {}

    void write() && {
        meaning();
        for (const auto &one : function_.buffers) {
            write(*one);
        }
        out_ << function_.buffer_handles.size() << " handles\n";
        for (const auto *all : {&function_.computations, &function_.staged_computations}) {
            for (const auto &one : *all) {
                write(*one);
            }
            out_ << "--\n";
        }
        schedule();
        state_.text = out_.str();
    }

private:
    const function_state &function_;
    known_state &state_;
    std::ostringstream out_;

    std::string space_of(const isl::set &set) {
        state_.sets.push_back(set);
        return to_text(set.space());
    }
    std::string space_of(const isl::map &relation) {
        state_.relations.push_back(relation);
        return to_text(relation.space());
    }
    static std::string to_text(const isl::space &space) {
        std::ostringstream text;
        text << space;
        return text.str();
    }

    static std::string id_of(const computation_state *one) {
        return one == nullptr ? "none" : one->id;
    }

    void list(const std::vector<expr> &values) {
        for (const expr &value : values) {
            out_ << " " << value.to_str();
        }
        out_ << '\n';
    }

    void meaning() {
        out_ << function_.name << " " << space_of(function_.context) << '\n';
        for (const core::constant_state &one : function_.constants) {
            out_ << "constant " << one.name << " " << one.type << " " << one.value.to_str() << '\n';
        }
        for (const core::requirement &one : function_.requirements) {
            out_ << "requires " << one.rule << '\n';
        }
        for (const auto &[name, value] : function_.let_values) {
            out_ << "let " << name << " " << value.to_str() << '\n';
        }
        for (const auto &[name, error] : function_.awaited_parameters) {
            out_ << "awaits " << name << ": " << error.what() << '\n';
        }
        if (function_.fixed_reference) {
            for (const auto &[id, times] : *function_.fixed_reference) {
                out_ << "fixed " << id << " " << space_of(times) << '\n';
            }
        }
        out_ << function_.strict_reductions << " " << static_cast<int>(function_.on_illegal) << " "
             << function_.acknowledged.size() << '\n';
        for (const std::string &warning : function_.warnings) {
            out_ << "warning " << warning << '\n';
        }
    }

    void write(const core::buffer_state &one) {
        out_ << "buffer " << one.name << " " << one.type << " " << one.role << " " << one.alignment
             << one.any_shape;
        for (const int elements : one.padding) {
            out_ << " pad " << elements;
        }
        if (one.allocated_at) {
            out_ << " at " << one.allocated_at->computation << " " << one.allocated_at->loop;
        }
        list(one.sizes);
    }

    void write(const computation_state &one) {
        out_ << "definition " << one.name << " " << one.id << " base " << id_of(one.base) << " "
             << one.type << " " << one.derived_iterators << " " << one.is_further_definition
             << one.awaits_definition << one.is_marker << static_cast<int>(one.hint)
             << " merged by " << (one.merged_by == nullptr ? "none" : one.merged_by->id) << '\n';
        for (const core::iterator &it : one.iterators) {
            out_ << "  iterator " << it.name << " " << it.type << " " << it.lower.to_str() << " "
                 << it.upper.to_str() << '\n';
        }
        for (const core::run_time_bound &bound : one.bounds) {
            out_ << "  bound " << bound.parameter << " " << bound.iterator << bound.is_upper << " "
                 << bound.value.to_str() << '\n';
        }
        for (const auto &[name, value] : one.lets) {
            out_ << "  let " << name << " " << value.to_str() << '\n';
        }
        out_ << "  domain " << space_of(one.domain) << "\n  value " << one.value.to_str() << " if "
             << one.predicate.to_str() << "\n  target";
        list(one.target);
        for (const computation_state *update : one.updates) {
            out_ << "  update " << update->id << '\n';
        }
        if (one.storage != nullptr) {
            out_ << "  stored in " << one.storage->name << " by " << one.storage_call;
            list(one.storage_indices.value_or(std::vector<expr>()));
        }
        write(one.nest);
        out_ << "  inlined " << one.is_inlined << " fixed " << one.fixed_loops << '\n';
    }

    void write(const core::loop_nest &nest) {
        out_ << "  nest " << space_of(nest.map.divided()) << '\n';
        for (const core::scheduled_loop &loop : nest.loops) {
            out_ << "  loop " << loop.name << " " << static_cast<int>(loop.kind) << " "
                 << loop.masked_lanes << " " << loop.cut.first << loop.cut.last
                 << loop.cut.separated << '\n';
        }
        for (const core::command &given : nest.history) {
            out_ << "  by " << core::to_cpp(given) << '\n';
        }
    }

    void schedule() {
        for (const auto &made : function_.stagings) {
            out_ << "staging " << static_cast<int>(made->what) << " of " << id_of(made->source)
                 << " for " << id_of(made->consumer) << " " << made->level << " "
                 << made->kept_level << " in " << static_cast<int>(made->kept) << " window "
                 << id_of(made->window) << " load " << id_of(made->load) << " store "
                 << id_of(made->store) << " prefetch " << id_of(made->hint);
            for (const core::staging::computed_part &part : made->computed) {
                out_ << " " << id_of(part.original) << " as " << id_of(part.inside);
            }
            out_ << '\n';
        }
        for (const poly::order_edge &edge : function_.order.edges) {
            out_ << "order " << edge.earlier << " " << edge.later << " " << edge.level << '\n';
        }
        for (const auto &[pair, shared] : function_.order.meant) {
            out_ << "meant " << pair.first << " " << pair.second << " " << shared.level;
            for (const auto &[domain, loops] : shared.loops) {
                out_ << " " << space_of(loops.divided().intersect_domain(domain));
            }
            out_ << '\n';
        }
        for (const auto &[pair, level] : function_.order.distributed) {
            out_ << "pair " << pair.first << " " << pair.second << " " << level << '\n';
        }
        for (const auto &[id, constants] : function_.order.constants) {
            out_ << "constants of " << id;
            for (const int one : constants) {
                out_ << " " << one;
            }
            out_ << '\n';
        }
        for (const core::command &given : function_.commands) {
            out_ << "command " << core::to_cpp(given) << '\n';
        }
        for (const std::string &note : function_.notes) {
            out_ << "note " << note << '\n';
        }
    }
};

} // namespace

known_state::known_state(const core::function_state &function) {
    state_writer(function, *this).write();
}

bool operator==(const known_state &left, const known_state &right) {
    const auto is_equal = [](const auto &one, const auto &other) { return one.is_equal(other); };
    return left.text == right.text &&
           std::equal(left.sets.begin(), left.sets.end(), right.sets.begin(), right.sets.end(),
                      is_equal) &&
           std::equal(left.relations.begin(), left.relations.end(), right.relations.begin(),
                      right.relations.end(), is_equal);
}

std::ostream &operator<<(std::ostream &out, const known_state &state) {
    out << state.text;
    for (const isl::set &set : state.sets) {
        out << set << '\n';
    }
    for (const isl::map &relation : state.relations) {
        out << relation << '\n';
    }
    return out;
}

} // namespace tiramisu::oracle
