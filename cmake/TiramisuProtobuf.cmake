# Protobuf's library and its compiler, which makes the readers of ONNX files from src/graph/onnx/onnx.proto.

find_package(Protobuf 3.12 QUIET)
if(NOT Protobuf_FOUND OR NOT TARGET protobuf::protoc OR NOT TARGET protobuf::libprotobuf-lite)
  message(FATAL_ERROR "Protobuf 3.12 or later, which reads ONNX files, is missing; install it with: ./dev setup "
                      "(or: apt-get install libprotobuf-dev protobuf-compiler)")
endif()
