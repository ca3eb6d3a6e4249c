#include "peers/remote_library.h"

#include <algorithm>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

struct answer {
    std::string word, rest;

    explicit answer(const std::string &line) {
        const std::size_t space = line.find(' ');
        word = line.substr(0, space);
        rest = space == std::string::npos ? "" : line.substr(space + 1);
    }
};

} // namespace

remote_library::remote_library(const std::vector<std::string> &command,
                               const std::map<std::string, std::string> &environment,
                               std::chrono::seconds patience)
    : process_(command, environment), patience_(patience) {
    const answer greeting(process_.read_line(patience_));
    if (greeting.word != "here") {
        throw std::runtime_error(greeting.word + " " + greeting.rest);
    }
    version_ = greeting.rest;
}

std::string remote_library::ask(const std::string &request, const std::string &expected) {
    process_.write_line(request);
    const answer got(process_.read_line(patience_));
    if (got.word != expected) {
        throw std::runtime_error(got.word + " " + got.rest);
    }
    return got.rest;
}

std::shared_ptr<const remote_library::prepared>
remote_library::prepare(const std::shared_ptr<remote_library> &library, const std::string &problem,
                        const std::vector<floats> &inputs, std::size_t results,
                        std::string &why_not) {
    std::size_t count = 0;
    for (const floats &one : inputs) {
        count += one.count;
    }
    const auto memory = std::make_shared<const shared_floats>(count + results);
    float *to = memory->data();
    for (const floats &one : inputs) {
        to = std::copy_n(one.data, one.count, to);
    }
    const std::string name = std::to_string(library->problems_++);
    library->process_.write_line("prepare " + name + " " + memory->path() + " " +
                                 std::to_string(count) + " " + std::to_string(results) + " " +
                                 problem);
    const answer got(library->process_.read_line(library->patience_));
    if (got.word == "ready") {
        return std::make_shared<const prepared>(library, name, memory, count, results);
    }
    if (got.word != "cannot") {
        throw std::runtime_error(got.word + " " + got.rest);
    }
    why_not = got.rest;
    return nullptr;
}

remote_library::prepared::prepared(std::shared_ptr<remote_library> library, std::string name,
                                   std::shared_ptr<const shared_floats> memory, std::size_t inputs,
                                   std::size_t results)
    : library_(std::move(library)), name_(std::move(name)), memory_(std::move(memory)),
      inputs_(inputs), results_(results) {}

remote_library::prepared::~prepared() {
    try {
        library_->ask("forget " + name_, "forgotten");
    } catch (const std::runtime_error &) {
        // It has ended, and nothing is left to be forgotten.
    }
}

double remote_library::prepared::run(int calls) const {
    return std::stod(library_->ask("run " + name_ + " " + std::to_string(calls), "seconds"));
}

void remote_library::prepared::copy_result(float *to) const {
    library_->ask("result " + name_, "written");
    std::copy_n(memory_->data() + inputs_, results_, to);
}

} // namespace tiramisu::bench
