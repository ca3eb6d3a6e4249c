#pragma once

// Networks: read from ONNX files, evaluated by their definition, compiled; fusion plans.

#include "tiramisu/graph/evaluate.h"
#include "tiramisu/graph/fusion_plan.h"
#include "tiramisu/graph/model.h"
#include "tiramisu/graph/network.h"
#include "tiramisu/graph/onnx.h"
#include "tiramisu/graph/open_network.h"
#include "tiramisu/graph/partition.h"
#include "tiramisu/graph/staged_network.h"
#include "tiramisu/graph/tensor.h"
#include "tiramisu/graph/tune_network.h"
