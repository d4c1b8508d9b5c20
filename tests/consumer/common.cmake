# Functions of the tests in this folder, which ctest calls with BUILD, CONFIG, COMPILER and GENERATOR
# of the library's build tree.

set(work ${BUILD}/consumer)
set(prefix ${work}/prefix)

# run(COMMAND...): sets `output` to what it prints; it must succeed.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: exit status ${status}\n${output}${errors}")
  endif()
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
  find_program(path_of_${name} ${name} PATHS ${folder} ${folder}/${CONFIG} REQUIRED NO_DEFAULT_PATH)
  set(${variable} ${path_of_${name}} PARENT_SCOPE)
endfunction()

# expect(NAME FOUND EXPECTED): two texts are equal.
function(expect name found expected)
  if(NOT found STREQUAL expected)
    message(FATAL_ERROR "${name}: found\n${found}\nexpected\n${expected}")
  endif()
  message(STATUS "${name}: as expected")
endfunction()
