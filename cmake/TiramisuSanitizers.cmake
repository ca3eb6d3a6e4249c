# Applies TIRAMISU_SANITIZE to everything that is compiled and linked below.

if(TIRAMISU_SANITIZE)
  set(_known address undefined thread)
  if(NOT TIRAMISU_SANITIZE IN_LIST _known)
    message(FATAL_ERROR "TIRAMISU_SANITIZE is \"${TIRAMISU_SANITIZE}\"; it can be one of: ${_known}, or empty")
  endif()
  add_compile_options(-fsanitize=${TIRAMISU_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TIRAMISU_SANITIZE})
  if(TIRAMISU_SANITIZE STREQUAL "undefined")
    add_compile_options(-fno-sanitize-recover=all)
  endif()
  unset(_known)
endif()

if(NOT TIRAMISU_PARALLEL)
  # libgomp is not instrumented: its barriers are invisible to the thread sanitizer, which then
  # reports a race for every value handed to a parallel loop. Our own pool on pthreads is visible.
  if(TIRAMISU_SANITIZE STREQUAL "thread")
    set(TIRAMISU_PARALLEL_BACKEND threads)
  else()
    set(TIRAMISU_PARALLEL_BACKEND openmp)
  endif()
elseif(TIRAMISU_PARALLEL MATCHES "^(openmp|threads)$")
  set(TIRAMISU_PARALLEL_BACKEND ${TIRAMISU_PARALLEL})
else()
  message(FATAL_ERROR "TIRAMISU_PARALLEL is \"${TIRAMISU_PARALLEL}\"; it can be openmp, threads, or empty")
endif()
