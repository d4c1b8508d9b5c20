# ffn_header_library(TARGET PACKAGE_TARGET PROBE FOLDER): adds a header-only package of the host as
# TARGET. In a cross build PACKAGE_TARGET would add the host's whole include folder; instead only
# FOLDER, located by its header PROBE, is copied to the build tree.
function(ffn_header_library target package_target probe folder)
  add_library(${target} INTERFACE)
  if(NOT CMAKE_CROSSCOMPILING)
    target_link_libraries(${target} INTERFACE ${package_target})
    return()
  endif()
  get_target_property(include_folders ${package_target} INTERFACE_INCLUDE_DIRECTORIES)
  find_path(${target}_INCLUDE ${probe} REQUIRED NO_CMAKE_FIND_ROOT_PATH NO_DEFAULT_PATH PATHS ${include_folders} ${include_folders}/..)
  file(COPY ${${target}_INCLUDE}/${folder} DESTINATION ${PROJECT_BINARY_DIR}/host_headers/${target})
  target_include_directories(${target} SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/host_headers/${target})
endfunction()
