#pragma once

// All layers.

#include "tiramisu/nn/batch_norm.h"
#include "tiramisu/nn/concat.h"
#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/eltwise.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/nn/layer_weights.h"
#include "tiramisu/nn/layout.h"
#include "tiramisu/nn/perf_db.h"
#include "tiramisu/nn/pictures.h"
#include "tiramisu/nn/pooling.h"
#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/recurrent.h"
#include "tiramisu/nn/recurrent_problem.h"
#include "tiramisu/nn/reorder.h"
#include "tiramisu/nn/resize.h"
#include "tiramisu/nn/softmax.h"
#include "tiramisu/nn/sparse_conv2d.h"
#include "tiramisu/nn/tensor_layer.h"
