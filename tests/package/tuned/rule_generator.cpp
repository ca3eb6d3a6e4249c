// The generator of generator.cpp with a rule of its own for the search: rows in blocks.
#include <tiramisu/tiramisu.h>
#include <tiramisu/tune/sketch.h>

using namespace tiramisu;

class blocks_of_rows : public tune::rule {
public:
    std::string name() const override { return "blocks of rows"; }
    std::string text(int) const override { return "rows in blocks, on vectors"; }

    int variants(const tune::program_view &view, const tune::sketch &,
                 std::size_t stage) const override {
        return view.main_of(stage).iterators.size() == 2 ? 1 : 0;
    }
    bool is_last(const tune::program_view &, std::size_t) const override { return true; }

    std::vector<tune::decision> decisions(const tune::program_view &view, const tune::sketch &,
                                          std::size_t stage, int) const override {
        return {{view.stages[stage].name + ".rows", stage, {4, 8, 16}},
                {view.stages[stage].name + ".lanes", stage, {8, 16}}};
    }

    void write(const tune::writing &to, std::size_t stage, int) const override {
        const std::string &name = to.view.stages[stage].name;
        const tune::statement_view &main = to.view.main_of(stage);
        tune::nest_writer loops(to.view, to.view.stages[stage].statements.back(), to.to);
        loops.split(main.iterators[0].name, to.values(name + ".rows"), "block", "row");
        loops.vectorize(main.iterators[1].name, to.values(name + ".lanes"));
    }
};

int main() {
    tune::register_rule(std::make_unique<blocks_of_rows>());
    init("pairs");
    var y("y", 0, 200), x("x", 0, 300), x_in("x_in", 0, 301);
    input in("in", {y, x_in}, p_int32);
    computation out("out", {y, x}, in(y, x) + in(y, x + 1));
    buffer in_memory("in", {200, 301}, p_int32, a_input);
    buffer out_memory("out", {200, 300}, p_int32, a_output);
    in.store_in(&in_memory);
    out.store_in(&out_memory);
    codegen({&in_memory, &out_memory}, "pairs.o");
}
