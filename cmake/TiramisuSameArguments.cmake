# A script: cmake -DNAME=<library> -DLEVELS=<targets> -DHEADERS=<their headers> -DMARK=<file> -P <this file>
#
# Levels of one function are called with the same arguments, so their headers must say the same of these. What a layer adds
# to a header, such as which solver it takes, may differ.

foreach(header IN LISTS HEADERS)
  cmake_path(GET header FILENAME name)
  file(READ "${header}" text)
  string(REGEX REPLACE "\n#ifndef TIRAMISU_LAYER_.*" "" text "${text}")
  if(NOT DEFINED text_of_${name})
    set(text_of_${name} "${text}")
    set(header_of_${name} "${header}")
  elseif(NOT text STREQUAL "${text_of_${name}}")
    list(JOIN LEVELS ", " LEVELS)
    message(FATAL_ERROR "tiramisu_add_library(${NAME}): the levels ${LEVELS} take different arguments: compare\n"
                        "  ${header_of_${name}}\n  ${header}\n"
                        "Weights are packed for one width of vectors, for example; have the generator take what all levels "
                        "share, or make one library for each level, with a FUNCTION_NAME of its own.")
  endif()
endforeach()
file(TOUCH "${MARK}")
