#include "autoscheduler/cost/features/plan_accesses.h"

#include <algorithm>

namespace tiramisu::tune {

namespace {

/// An access over the iterators of the statement that makes it.
access_view composed(const access_view &inner, const access_view &outer,
                     const statement_view &producer, std::size_t iterators) {
    access_view made = inner;
    made.strides.assign(iterators, 0);
    for (std::size_t d = 0; d < inner.indices.size(); ++d) {
        index_view &index = made.indices[d];
        index.coefficients.assign(iterators, 0);
        for (std::size_t p = 0; p < producer.iterators.size(); ++p) {
            const double factor = inner.indices[d].coefficients[p];
            for (std::size_t w = 0; factor != 0 && w < producer.write.indices.size(); ++w) {
                if (producer.write.indices[w].is_plain(p) && w < outer.indices.size()) {
                    index.is_affine = index.is_affine && outer.indices[w].is_affine;
                    index.offset += factor * outer.indices[w].offset;
                    for (std::size_t i = 0; i < iterators; ++i) {
                        index.coefficients[i] += factor * outer.indices[w].coefficients[i];
                    }
                }
            }
        }
    }
    return made;
}

class access_finder {
public:
    access_finder(const program_view &view, const plan &what, const statement_view &of)
        : view_(view), what_(what), of_(of) {}

    std::vector<access_group> find(arithmetic &operations) {
        add(of_.write, false);
        for (const access_view &read : of_.reads) {
            add_read(read, operations);
        }
        return groups_;
    }

private:
    const program_view &view_;
    const plan &what_;
    const statement_view &of_;
    std::vector<access_group> groups_;

    /// What is inlined is computed where it is read.
    void add_read(const access_view &read, arithmetic &operations) {
        for (const planned_nest &other : what_.nests) {
            const statement_view &producer = view_.statements[other.statement];
            if (other.is_inlined && &producer != &of_ && producer.write.buffer == read.buffer) {
                operations += producer.counted;
                for (const access_view &inner : producer.reads) {
                    add_read(composed(inner, read, producer, of_.iterators.size()), operations);
                }
                return;
            }
        }
        add(read, true);
    }

    void add(const access_view &access, bool is_read) {
        const auto alike = [&](const access_group &one) {
            return one.like.buffer == access.buffer && move_alike(one.like, access);
        };
        auto found = std::find_if(groups_.begin(), groups_.end(), alike);
        if (found == groups_.end()) {
            groups_.push_back({access, false, false, {}, {}});
            found = groups_.end() - 1;
            for (const index_view &index : access.indices) {
                found->lowest.push_back(index.offset);
                found->highest.push_back(index.offset);
            }
        }
        found->is_read = found->is_read || is_read;
        found->is_written = found->is_written || !is_read;
        for (std::size_t d = 0; d < access.indices.size() && d < found->lowest.size(); ++d) {
            found->lowest[d] = std::min(found->lowest[d], access.indices[d].offset);
            found->highest[d] = std::max(found->highest[d], access.indices[d].offset);
        }
    }

    static bool move_alike(const access_view &left, const access_view &right) {
        return std::equal(left.indices.begin(), left.indices.end(), right.indices.begin(),
                          right.indices.end(), [](const index_view &one, const index_view &other) {
                              return one.coefficients == other.coefficients &&
                                     one.is_affine == other.is_affine;
                          });
    }
};

} // namespace

std::vector<access_group> accesses_of(const program_view &view, const plan &what,
                                      const statement_view &of, arithmetic &operations) {
    return access_finder(view, what, of).find(operations);
}

} // namespace tiramisu::tune
