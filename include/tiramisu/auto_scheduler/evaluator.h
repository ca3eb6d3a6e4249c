#pragma once

#include <string>
#include <vector>

namespace tiramisu {
class buffer;
class function;
} // namespace tiramisu

namespace tiramisu::auto_scheduler {

class evaluation_function {
public:
    virtual ~evaluation_function() = default;
    /// Arguments of the function that is run; none where nothing is.
    virtual const std::vector<buffer *> *arguments() const { return nullptr; }
    virtual bool is_learned() const { return false; }

protected:
    evaluation_function() = default;
};

/// Candidates are built and run in a copy of this process, with random values. No object file is
/// written and no wrapper is called: neither name is used.
class evaluate_by_execution : public evaluation_function {
public:
    evaluate_by_execution(const std::vector<buffer *> &arguments, const std::string & /*object*/,
                          const std::string & /*wrapper*/, function * /*searched*/ = nullptr)
        : arguments_(arguments) {}
    const std::vector<buffer *> *arguments() const override { return &arguments_; }

private:
    std::vector<buffer *> arguments_;
};

/// The model "learned" of tuning::model where there is XGBoost, else "analytic". Neither the
/// program nor its arguments are used: nothing is started.
class evaluate_by_learning_model : public evaluation_function {
public:
    evaluate_by_learning_model(const std::string & /*program*/,
                               const std::vector<std::string> & /*arguments*/ = {}) {}
    bool is_learned() const override { return true; }
};

} // namespace tiramisu::auto_scheduler
