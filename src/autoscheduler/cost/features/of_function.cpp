#include "autoscheduler/cost/features/of_function.h"

#include <algorithm>

#include "autoscheduler/space/affine_view.h"
#include "core/expr/expr_walk.h"
#include "core/meaning/analysis.h"
#include "core/program/public_call.h"
#include "core/search/proof.h"
#include "polyhedral/loop_middle.h"
#include "polyhedral/relations.h"

namespace tiramisu::tune {

namespace {

constexpr double unknown_extent = 64;

double or_else(std::optional<long> known, double otherwise) {
    return known ? static_cast<double>(*known) : otherwise;
}

running running_of(poly::loop_kind kind) {
    switch (kind) {
    case poly::loop_kind::serial:
    case poly::loop_kind::pipelined: return running::serial;
    case poly::loop_kind::parallel: return running::parallel;
    case poly::loop_kind::vectorized: return running::vectorized;
    case poly::loop_kind::unrolled: return running::unrolled;
    case poly::loop_kind::gpu_block: return running::gpu_block;
    case poly::loop_kind::gpu_thread:
    case poly::loop_kind::gpu_lane: return running::gpu_thread;
    }
    return running::serial;
}

using known_sizes = std::map<std::string, std::vector<double>>;

class statement_reader {
public:
    statement_reader(const core::analysis &now, const poly::scheduled_statement &statement,
                     const known_sizes &buffers, const std::map<std::string, long> &values)
        : now_(now), statement_(statement), said_(now.resolved.statements.at(statement.name)),
          buffers_(buffers), loops_(statement.loops.divided().intersect_domain(
                                 poly::with_values(statement.domain, values))),
          middle_(loops_.range()) {}

    running_statement read(const std::vector<std::size_t> &ids) {
        running_statement made;
        made.id = statement_.name;
        std::map<std::string, expr> lets;
        for (const core::program_scalar &let : said_.lets) {
            lets[let.name] = core::substitute(let.value, lets);
        }
        made.operations = arithmetic_of(core::substitute(said_.value, lets));
        add_accesses(made);
        for (int level = 0; level < statement_.depth(); ++level) {
            const auto l = static_cast<std::size_t>(level);
            made.loops.push_back({ids[l], or_else(middle_.trip(level), unknown_extent),
                                  running_of(statement_.kinds[l]), along(level)});
        }
        made.filled = filled(made);
        return made;
    }

private:
    struct access_group {
        touched_buffer like;
        isl::map elements; ///< { [l] -> B[e] }
    };

    const core::analysis &now_;
    const poly::scheduled_statement &statement_;
    const core::program_statement &said_;
    const known_sizes &buffers_;
    const isl::map loops_; ///< { S[i] -> [l] }
    const poly::loop_middle middle_;

    const core::program_buffer *buffer_called(const std::string &name) const {
        for (const auto *list : {&now_.resolved.arguments, &now_.resolved.temporaries}) {
            for (const core::program_buffer &one : *list) {
                if (one.name == name) {
                    return &one;
                }
            }
        }
        return nullptr;
    }

    void add_accesses(running_statement &made) const {
        std::vector<access_group> groups;
        for (const poly::memory_access &access : now_.accesses) {
            if (access.statement == statement_.name && buffer_called(access.buffer) != nullptr) {
                add(groups, access);
            }
        }
        for (access_group &group : groups) {
            for (int level = 0; level <= statement_.depth(); ++level) {
                std::vector<double> spans = group.like.sizes; // where there is no bound
                const auto found = middle_.spans(group.elements, level);
                for (std::size_t d = 0; d < spans.size(); ++d) {
                    spans[d] = or_else(found[d], spans[d]);
                }
                group.like.spans.push_back(spans);
            }
            made.touched.push_back(group.like);
        }
    }

    void add(std::vector<access_group> &groups, const poly::memory_access &access) const {
        touched_buffer one;
        one.name = access.buffer;
        one.is_read = !access.is_write();
        one.is_written = access.is_write();
        one.element_bytes = size_in_bytes(buffer_called(access.buffer)->type);
        one.sizes = buffers_.at(access.buffer);
        const isl::map elements = loops_.reverse().apply_range(access.relation);
        for (int level = 0; level < statement_.depth(); ++level) {
            const poly::element_step step = middle_.step(elements, level);
            double stride = 0, dimension = 1;
            for (std::size_t d = step.by.size(); d-- > 0 && d < one.sizes.size();) {
                stride += dimension * static_cast<double>(step.by[d]);
                dimension *= one.sizes[d];
            }
            one.steps.push_back({step.moves, stride});
        }
        const auto alike = [&](const access_group &other) {
            return other.like.name == one.name && move_alike(other.like.steps, one.steps);
        };
        const auto found = std::find_if(groups.begin(), groups.end(), alike);
        if (found == groups.end()) {
            groups.push_back({one, elements});
            return;
        }
        found->like.is_read = found->like.is_read || one.is_read;
        found->like.is_written = found->like.is_written || one.is_written;
        found->elements = found->elements.unite(elements);
    }

    static bool move_alike(const std::vector<loop_step> &left,
                           const std::vector<loop_step> &right) {
        return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                          [](const loop_step &one, const loop_step &other) {
                              return one.moves == other.moves && one.stride == other.stride;
                          });
    }

    loop_position along(int level) const {
        const std::vector<int> moved = middle_.dimensions_moved(loops_.reverse(), level);
        if (moved.size() != 1) {
            return moved.empty() ? loop_position::none : loop_position::mixed;
        }
        std::vector<int> results, terms;
        for (int i = 0; i < static_cast<int>(said_.iterators.size()); ++i) {
            (is_term(i) ? terms : results).push_back(i);
        }
        const bool of_term = is_term(moved.front());
        const std::vector<int> &alike = of_term ? terms : results;
        const auto at = std::find(alike.begin(), alike.end(), moved.front());
        return position_of(static_cast<std::size_t>(at - alike.begin()), alike.size(), of_term);
    }

    bool is_term(int iterator) const {
        return said_.reduction != o_none &&
               std::none_of(said_.index.begin(), said_.index.end(), [&](const expr &index) {
                   return core::reads_name(index,
                                           said_.iterators[static_cast<std::size_t>(iterator)]);
               });
    }

    allocation filled(const running_statement &made) const {
        const core::program_buffer *written = buffer_called(said_.buffer);
        if (written == nullptr || written->role != a_temporary) {
            return {};
        }
        std::size_t level = 0;
        for (const poly::scoped_buffer &window : now_.windows) {
            if (window.name == said_.buffer) {
                level = static_cast<std::size_t>(window.level + 1);
            }
        }
        double bytes = size_in_bytes(written->type);
        for (const double size : buffers_.at(said_.buffer)) {
            bytes *= size;
        }
        const double inside = made.iterations(level);
        return {bytes, made.iterations() / inside, inside};
    }
};

known_sizes sizes_of(const core::program &resolved, const std::map<std::string, long> &values) {
    known_sizes made;
    for (const auto *list : {&resolved.arguments, &resolved.temporaries}) {
        for (const core::program_buffer &one : *list) {
            std::vector<double> &sizes = made[one.name];
            for (const expr &size : one.sizes) {
                sizes.push_back(static_cast<double>(
                    value_of(size, values).value_or(static_cast<long>(unknown_extent))));
            }
        }
    }
    return made;
}

running_program read_program(const core::analysis &now, std::map<std::string, long> values) {
    for (const core::program_scalar &one : now.resolved.constants) {
        if (const auto value = value_of(one.value, values)) {
            values[one.name] = *value;
        }
    }
    const known_sizes sizes = sizes_of(now.resolved, values);
    // Loops with the same constants around them are one.
    std::map<std::vector<int>, std::size_t> ids;
    running_program made;
    for (const poly::scheduled_statement &statement : now.statements) {
        if (now.resolved.statements.count(statement.name) == 0 ||
            now.resolved.statements.at(statement.name).hint != core::cache_hint::none) {
            continue;
        }
        std::vector<std::size_t> own;
        for (int level = 0; level < statement.depth(); ++level) {
            const std::vector<int> around(statement.position.begin(),
                                          statement.position.begin() + level + 1);
            own.push_back(ids.emplace(around, ids.size()).first->second);
        }
        made.push_back(statement_reader(now, statement, sizes, values).read(own));
    }
    return made;
}

} // namespace

running_program running_program_of(const function &what, const std::vector<buffer *> &arguments,
                                   const std::map<std::string, long> &sizes, source_place where) {
    core::function_state &state = *what.state();
    return core::answer(state, {core::subject(state), "features", where}, [&] {
        return read_program(core::analysis_to_prove(state, arguments, where), sizes);
    });
}

} // namespace tiramisu::tune
