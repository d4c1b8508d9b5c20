# Programs that train and measure the models of the facts. Included by CMakeLists.txt with
# FFN_MODEL.

# ffn_add_model_program(NAME SOURCE...): adds a program that reads the corpus.
function(ffn_add_model_program name)
  add_executable(${name} src/model/facts_file.cpp ${ARGN})
  target_include_directories(${name} PRIVATE tests)
  target_link_libraries(${name} PRIVATE ffn_core ffn_json)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wshadow)
  if(FFN_WARNINGS_AS_ERRORS)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
endfunction()

ffn_add_model_program(ffn_train_facts src/model/train_facts.cpp)
ffn_add_model_program(ffn_train_variants src/model/random_pairs.cpp src/model/train_variants.cpp)
ffn_add_model_program(ffn_measure_facts tests/model/measures.cpp tests/model/measure_facts.cpp)
