# Builds that cannot be right end with a sentence: a user's compile options, another version of
# Eigen.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

file(WRITE ${work}/refused.cpp "#include <ffn/ffn.h>\nint main() { return static_cast<int>(ffn::Matrix(0, 0).size()); }\n")
file(STRINGS ${EIGEN}/Eigen3Targets.cmake folders REGEX "INTERFACE_INCLUDE_DIRECTORIES")
string(REGEX MATCH "\"[^\"]+\"" eigen "${folders}")
get_filename_component(above ${EIGEN}/../../.. ABSOLUTE)
string(REPLACE "\${_IMPORT_PREFIX}" "${above}" eigen "${eigen}")
string(REPLACE "\"" "" eigen "${eigen}")
set(compile ${COMPILER} -std=c++20 -isystem ${eigen} -I${prefix}/include ${work}/refused.cpp)

foreach(option -ffast-math -Ofast -ffinite-math-only)
  refuse("make the results wrong: compile this file with -fno-fast-math" ${compile} -Wfatal-errors -fsyntax-only ${option})
endforeach()
run(${compile} -fsyntax-only -ffast-math -fno-fast-math)
if(X86_64)
  refuse("FFN Lab needs float arithmetic that rounds to float" ${compile} -Wfatal-errors -fsyntax-only -mfpmath=387)
endif()
if(NOT SANITIZED)
  file(GLOB library ${prefix}/lib*/libffn*.a ${prefix}/lib*/*/libffn*.a ${prefix}/lib*/libffn*.so)
  run(${compile} ${library} -o ${work}/accepted)
  if(PKG_CONFIG)
    file(GLOB modules ${prefix}/lib*/pkgconfig ${prefix}/lib*/*/pkgconfig)
    run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${modules} ${PKG_CONFIG} --cflags --libs ffn)
    separate_arguments(flags UNIX_COMMAND "${output}")
    run(${COMPILER} -std=c++20 ${work}/refused.cpp ${flags} -o ${work}/with_pkg_config)
  endif()
  refuse("ffn::built_with::Eigen_3_" ${compile} -D_GLIBCXX_DEBUG ${library} -o ${work}/refused)
endif()

# An installation whose Eigen was of another version.
file(COPY ${prefix} DESTINATION ${work}/other)
file(GLOB_RECURSE configuration ${work}/other/ffnConfig.cmake)
file(READ ${configuration} text)
string(REGEX REPLACE "MATCHES \"\\^[0-9]+" "MATCHES \"^2" text "${text}")
file(WRITE ${configuration} "${text}")
refuse("or compile the library with this one." ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/refused_build -G ${GENERATOR}
  -D CMAKE_PREFIX_PATH=${work}/other/prefix -D Eigen3_DIR=${EIGEN} -D CMAKE_CXX_COMPILER=${COMPILER})
