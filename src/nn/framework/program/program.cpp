#include "nn/framework/program/program.h"

namespace tiramisu::nn {

namespace {

std::vector<buffer *> pointers(std::vector<buffer> &arguments) {
    std::vector<buffer *> list;
    for (buffer &one : arguments) {
        list.push_back(&one);
    }
    return list;
}

} // namespace

compiled_function program::compile(const options &opts) const {
    std::vector<buffer> handles = arguments;
    function handle = what;
    return handle.compile(pointers(handles), opts);
}

void program::write_object(const std::string &path, const options &opts) const {
    std::vector<buffer> handles = arguments;
    function handle = what;
    handle.codegen(pointers(handles), path, opts);
}

} // namespace tiramisu::nn
