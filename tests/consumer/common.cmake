# Functions of the tests in this folder, which ctest calls with BUILD, CONFIG, GENERATOR and others of
# the library's build tree (consumer.cmake). The settings in `settings` are those of a user's project,
# too.

set(work ${BUILD}/consumer)
set(prefix ${work}/prefix)
set(settings ${BUILD}/consumer_settings.cmake)
include(${settings})
set(configure ${CMAKE_COMMAND} -C ${settings} -G ${GENERATOR})

# run(COMMAND...): sets `output` to what it prints; it must succeed.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: exit status ${status}\n${output}${errors}")
  endif()
  string(REPLACE "\r\n" "\n" output "${output}")  # of Windows
  set(output "${output}" PARENT_SCOPE)
endfunction()

# run_program(PROGRAM ARGUMENT...): runs what the compiler made, like run.
function(run_program)
  run(${CMAKE_CROSSCOMPILING_EMULATOR} ${ARGN})
  set(output "${output}" PARENT_SCOPE)
endfunction()

# refuse(SENTENCE COMMAND...): the command must fail with a message that contains the sentence.
function(refuse sentence)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  list(JOIN ARGN " " command)
  if(status EQUAL 0)
    message(FATAL_ERROR "${command}: succeeded; expected \"${sentence}\"")
  endif()
  string(REGEX REPLACE "[ \n]+" " " message "${output}${errors}")
  string(FIND "${message}" "${sentence}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${command}: expected \"${sentence}\", found\n${output}${errors}")
  endif()
  message(STATUS "refused: ${sentence}")
endfunction()

# find_built(VARIABLE FOLDER NAME): the path of a program of a build tree.
function(find_built variable folder name)
  find_program(path_of_${name} ${name}${SUFFIX} PATHS ${folder} ${folder}/${CONFIG} REQUIRED NO_DEFAULT_PATH)
  set(${variable} ${path_of_${name}} PARENT_SCOPE)
endfunction()

# expect(NAME FOUND EXPECTED): two texts are equal.
function(expect name found expected)
  if(NOT found STREQUAL expected)
    message(FATAL_ERROR "${name}: found\n${found}\nexpected\n${expected}")
  endif()
  message(STATUS "${name}: as expected")
endfunction()

# Programs for another machine run in an emulator or not at all.
set(runs ON)
if(CROSS AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  set(runs OFF)
  message(STATUS "without CMAKE_CROSSCOMPILING_EMULATOR, programs are built and not run")
endif()
