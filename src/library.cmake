# Sources and compile options of the C++ library. Included by CMakeLists.txt.

# All sources in the layers' folders. Sources for wider vectors (NAME_avx2.cpp, NAME_avx512.cpp) are
# added below if the processor has them.
file(GLOB FFN_SOURCES CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} src/ffn/*/*.cpp)
set(avx2 ${FFN_SOURCES})
set(avx512 ${FFN_SOURCES})
list(FILTER avx2 INCLUDE REGEX "_avx2[.]cpp$")
list(FILTER avx512 INCLUDE REGEX "_avx512[.]cpp$")
list(REMOVE_ITEM FFN_SOURCES ${avx2} ${avx512})

# Kernels with wider vectors than WebAssembly's, each compiled for its instruction set and selected
# at run time (src/ffn/kernels/tile.h). Lanes are elements of the result, so the summation order
# does not depend on the number of lanes. Natively the tiles, and nothing else, use fused
# multiply-add; with FFN_SAME_BITS they do not, and then all widths and builds give the same bits.
set(fused $<$<NOT:$<BOOL:${FFN_SAME_BITS}>>:-ffp-contract=fast>)
if(NOT EMSCRIPTEN)
  set_source_files_properties(src/ffn/kernels/tile.cpp PROPERTIES COMPILE_OPTIONS "${fused}" SKIP_PRECOMPILE_HEADERS ON)
endif()
if(FFN_X86_64)
  set(FFN_WIDE_TILES ON)
  list(APPEND FFN_SOURCES ${avx2} ${avx512})
  set_source_files_properties(${avx2} ${avx512} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  set_property(SOURCE ${avx2} APPEND PROPERTY COMPILE_OPTIONS -mavx2 -mfma)
  set_property(SOURCE ${avx512} APPEND PROPERTY COMPILE_OPTIONS -mavx512f -mfma)
  set_property(SOURCE src/ffn/kernels/tile_avx2.cpp src/ffn/kernels/tile_avx512.cpp APPEND PROPERTY COMPILE_OPTIONS "${fused}")
endif()

# Where UNITY_BUILD is on, the files of a folder are compiled as one, which takes half of the time.
# It is on for sources that are compiled for size, and in instrumented builds.
foreach(source ${FFN_SOURCES})
  get_filename_component(folder ${source} DIRECTORY)
  get_filename_component(folder ${folder} NAME)
  set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
endforeach()
# Compiled alone: after it in one file, Clang 14 reads wrong constants in exponential.cpp.
set_source_files_properties(src/ffn/kernels/activation_kernel.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# Compiled alone, so that the linker can replace it by the bindings' smaller to_text.
set_source_files_properties(src/ffn/core/number_text.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# ffn_add_library(NAME OPTION...): adds the library as target NAME with the given compile options,
# which its users inherit. It is static or shared as BUILD_SHARED_LIBS says.
function(ffn_add_library name)
  add_library(${name} ${FFN_SOURCES})
  ffn_compile_library(${name} ${ARGN})
endfunction()

# ffn_precompile(TARGET HEADER...): precompiles headers that every file of the target includes,
# which saves up to half of the compile time. Not with GCC, because GCC 12 then no longer recognizes
# system headers and reports their warnings.
function(ffn_precompile target)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# ffn_compile_library(NAME OPTION...): sets the compile options of a target made of the library's
# sources.
function(ffn_compile_library name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_link_libraries(${name} PUBLIC Eigen3::Eigen PRIVATE $<BUILD_INTERFACE:ffn_json>)  # used only in .cpp files
  target_compile_features(${name} PUBLIC cxx_std_20)
  # No contraction outside of the tiles: a * b + c rounds twice, so that all builds give the same
  # bits.
  target_compile_options(${name} PUBLIC ${FFN_USER_OPTIONS} ${ARGN} PRIVATE ${FFN_EXACT_MATH} -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  target_compile_definitions(${name} PRIVATE $<$<BOOL:${FFN_WIDE_TILES}>:FFN_WIDE_TILES> PUBLIC $<$<BOOL:${FFN_SAME_BITS}>:FFN_SAME_BITS>)
  # A shared library that is linked with -ffast-math makes the programs that load it round subnormal
  # numbers to 0.
  target_link_options(${name} PRIVATE -fno-fast-math)
  if(FFN_WARNINGS_AS_ERRORS)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
  if(FFN_SANITIZE)
    # Lines only, for stack traces; not for WebAssembly: it makes the module many times larger, and
    # stack traces have names without it.
    target_compile_options(${name} PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:-g1>)
    target_link_options(${name} PUBLIC -fsanitize=address,undefined)
  endif()
  if(FFN_COVERAGE)
    target_compile_options(${name} PUBLIC -fprofile-instr-generate -fcoverage-mapping)
    target_link_options(${name} PUBLIC -fprofile-instr-generate)
  endif()
  ffn_precompile(${name} ${PROJECT_SOURCE_DIR}/src/ffn/core/matrix.h)
endfunction()

# ffn_name_library(NAME): the names of the library's files, and what a shared library exports.
function(ffn_name_library name)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ffn EXPORT_NAME ffn
    # Builds of several configurations can share a folder.
    DEBUG_POSTFIX d RELWITHDEBINFO_POSTFIX rd MINSIZEREL_POSTFIX s
    # Below 1.0 a minor version may change the interface.
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  get_target_property(type ${name} TYPE)
  if(NOT type STREQUAL "SHARED_LIBRARY")
    return()
  endif()
  # Exports what namespace ffn contains; Eigen and the standard library remain private, because the
  # program has other copies of them.
  if(APPLE)
    target_link_options(${name} PRIVATE LINKER:-exported_symbols_list,${PROJECT_SOURCE_DIR}/src/exports.apple)
    set_target_properties(${name} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/exports.apple)
  elseif(NOT WIN32)
    target_link_options(${name} PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/src/exports.map)
    set_target_properties(${name} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/exports.map)
  endif()
endfunction()
