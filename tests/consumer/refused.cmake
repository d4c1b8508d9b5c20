# Builds that cannot be right end with a sentence: a user's compile options, another version of
# Eigen.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

file(WRITE ${work}/refused.cpp "#include <ffn/ffn.h>\nint main() { return static_cast<int>(ffn::Matrix(0, 0).size()); }\n")
file(STRINGS ${Eigen3_DIR}/Eigen3Targets.cmake folders REGEX "INTERFACE_INCLUDE_DIRECTORIES")
string(REGEX MATCH "\"[^\"]+\"" eigen "${folders}")
get_filename_component(above ${Eigen3_DIR}/../../.. ABSOLUTE)
string(REPLACE "\${_IMPORT_PREFIX}" "${above}" eigen "${eigen}")
string(REPLACE "\"" "" eigen "${eigen}")
separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_EXE_LINKER_FLAGS} ${OPTIONS}")
set(compile ${CMAKE_CXX_COMPILER} -std=c++20 ${flags} -isystem ${eigen} -I${prefix}/include ${work}/refused.cpp)

set(options -ffast-math -ffinite-math-only)
# To Zig's driver, -Ofast is a mode of optimization without -ffast-math.
execute_process(COMMAND ${compile} -Ofast -dM -E OUTPUT_VARIABLE macros)
if(macros MATCHES "#define __FAST_MATH__ ")
  list(APPEND options -Ofast)
else()
  message(STATUS "-Ofast of this compiler has no -ffast-math")
endif()
foreach(option ${options})
  refuse("make the results wrong: compile this file with -fno-fast-math" ${compile} -Wfatal-errors -fsyntax-only ${option})
endforeach()
run(${compile} -fsyntax-only -ffast-math -fno-fast-math)
if((X86_64 OR OPTIONS MATCHES "fpmath") AND COMPILER_ID STREQUAL "GNU")  # Clang knows no such option
  refuse("FFN Lab needs float arithmetic that rounds to float" ${compile} -Wfatal-errors -fsyntax-only -mfpmath=387)
endif()
if(NOT SANITIZED)
  file(GLOB library ${prefix}/lib*/libffn*.a ${prefix}/lib*/*/libffn*.a ${prefix}/lib*/libffn*.so)
  run(${compile} ${library} -o ${work}/accepted)
  if(PKG_CONFIG AND NOT CROSS)
    file(GLOB modules ${prefix}/lib*/pkgconfig ${prefix}/lib*/*/pkgconfig)
    string(REPLACE ";" ":" modules "${modules};${Eigen3_DIR}/../../pkgconfig")
    run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${modules} ${PKG_CONFIG} --cflags --libs ffn)
    separate_arguments(output UNIX_COMMAND "${output}")
    run(${CMAKE_CXX_COMPILER} -std=c++20 ${flags} ${work}/refused.cpp ${output} -o ${work}/with_pkg_config)
    file(WRITE ${work}/old/eigen3.pc "Name: Eigen3\nDescription: an older one\nVersion: 2.0\n")
    refuse("'eigen3 >= " ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${work}/old:${modules} ${PKG_CONFIG} --cflags ffn)
  endif()
  # Other layouts of the standard library's classes.
  execute_process(COMMAND ${compile} -dM -E OUTPUT_VARIABLE macros)
  if(macros MATCHES "#define __GLIBCXX__ ")
    refuse("_and_GLIBCXX_DEBUG" ${compile} -D_GLIBCXX_DEBUG ${library} -o ${work}/refused)
    refuse("_and_old_strings" ${compile} -D_GLIBCXX_USE_CXX11_ABI=0 ${library} -o ${work}/refused)
  elseif(CMAKE_CXX_FLAGS MATCHES "-stdlib=libc[+][+]")
    refuse("built_with" ${compile} -stdlib=libstdc++ ${library} -o ${work}/refused)
  endif()
endif()

# An installation whose Eigen was of another version.
file(COPY ${prefix} DESTINATION ${work}/other)
file(GLOB_RECURSE configuration ${work}/other/ffnConfig.cmake)
file(READ ${configuration} text)
string(REGEX REPLACE "MATCHES \"\\^[0-9]+" "MATCHES \"^2" text "${text}")
file(WRITE ${configuration} "${text}")
refuse("or compile the library with this one." ${configure} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/refused_build
  -D CMAKE_PREFIX_PATH=${work}/other/prefix)
