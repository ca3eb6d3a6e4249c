#pragma once

// Networks: read from ONNX files, evaluated by their definition, compiled.

#include "tiramisu/graph/evaluate.h"
#include "tiramisu/graph/model.h"
#include "tiramisu/graph/network.h"
#include "tiramisu/graph/onnx.h"
#include "tiramisu/graph/open_network.h"
#include "tiramisu/graph/tensor.h"
