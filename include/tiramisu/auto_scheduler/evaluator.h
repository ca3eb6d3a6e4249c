#pragma once

#include <string>
#include <vector>

#include "tiramisu/auto_scheduler/no_search.h"

namespace tiramisu {
class buffer;
class function;
} // namespace tiramisu

namespace tiramisu::auto_scheduler {

class evaluation_function {
public:
    virtual ~evaluation_function() = default;

protected:
    evaluation_function() = default;
};

class evaluate_by_execution : public evaluation_function {
public:
    evaluate_by_execution(const std::vector<buffer *> &, const std::string &, const std::string &,
                          function * = nullptr, source_place where = source_place::current()) {
        detail::refuse_search("evaluate_by_execution", where);
    }
};

class evaluate_by_learning_model : public evaluation_function {
public:
    evaluate_by_learning_model(const std::string &, const std::vector<std::string> & = {},
                               source_place where = source_place::current()) {
        detail::refuse_search("evaluate_by_learning_model", where);
    }
};

} // namespace tiramisu::auto_scheduler
