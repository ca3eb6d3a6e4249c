#include "autoscheduler/cost/features/features.h"

namespace tiramisu::tune {

namespace {

using name_list = std::vector<std::string>;

constexpr int buffer_count = 5, curve_samples = 10;

const name_list operation_names = {
    "float_mad",     "float_addsub",    "float_mul",        "float_divmod",
    "float_cmp",     "float_math_func", "float_other_func", "int_mad",
    "int_addsub",    "int_mul",         "int_divmod",       "int_cmp",
    "int_math_func", "int_other_func",  "bool_op",          "select_op"};

const name_list annotation_names = {"num",
                                    "prod",
                                    "len",
                                    "type.kPosNone",
                                    "type.kPosInnerSpatial",
                                    "type.kPosMiddleSpatial",
                                    "type.kPosOuterSpatial",
                                    "type.kPosInnerReduce",
                                    "type.kPosMiddleReduce",
                                    "type.kPosOuterReduce",
                                    "type.kPosMixed"};

const name_list gpu_names = {"is_gpu",          "blockIdx_x_len",  "blockIdx_y_len",
                             "blockIdx_z_len",  "threadIdx_x_len", "threadIdx_y_len",
                             "threadIdx_z_len", "vthread_len"};

const name_list buffer_names = {"acc_type.kRead",
                                "acc_type.kWrite",
                                "acc_type.kReadWrite",
                                "bytes",
                                "unique_bytes",
                                "lines",
                                "unique_lines",
                                "reuse_type.kLoopMultipleRead",
                                "reuse_type.kSerialMultipleReadWrite",
                                "reuse_type.kNoReuse",
                                "reuse_dis_iter",
                                "reuse_dis_bytes",
                                "reuse_ct",
                                "bytes_d_reuse_ct",
                                "unique_bytes_d_reuse_ct",
                                "lines_d_reuse_ct",
                                "unique_lines_d_reuse_ct",
                                "stride"};

const name_list last_names = {"alloc_size", "alloc_outer_prod", "alloc_inner_prod",    "alloc_prod",
                              "outer_prod", "num_loops",        "auto_unroll_max_step"};

name_list all_names() {
    name_list made = operation_names;
    const auto add = [&](const std::string &prefix, const name_list &more) {
        for (const std::string &name : more) {
            made.push_back(prefix + name);
        }
    };
    for (const char *kind : {"vec_", "unroll_", "parallel_"}) {
        add(kind, annotation_names);
    }
    add("", gpu_names);
    for (int b = 0; b < buffer_count; ++b) {
        add("B" + std::to_string(b) + ".", buffer_names);
    }
    for (int sample = 0; sample < curve_samples; ++sample) {
        made.push_back("arith_intensity_curve_" + std::to_string(sample));
    }
    add("", last_names);
    return made;
}

} // namespace

const std::vector<std::string> &feature_names() {
    static const name_list all = all_names();
    return all;
}

} // namespace tiramisu::tune
