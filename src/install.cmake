# Installation: after `cmake --install BUILD --prefix PREFIX`, find_package(ffn) with
# CMAKE_PREFIX_PATH=PREFIX provides the target ffn::ffn, and pkg-config with
# PKG_CONFIG_PATH=PREFIX/lib/pkgconfig the module ffn.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(FFN_PACKAGE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/ffn)

install(DIRECTORY src/ffn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS ffn_core EXPORT ffnTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT ffnTargets NAMESPACE ffn:: DESTINATION ${FFN_PACKAGE_FOLDER})
configure_package_config_file(src/ffnConfig.cmake.in ${PROJECT_BINARY_DIR}/ffnConfig.cmake INSTALL_DESTINATION ${FFN_PACKAGE_FOLDER})
# Below 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ffnConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ffnConfig.cmake ${PROJECT_BINARY_DIR}/ffnConfigVersion.cmake DESTINATION ${FFN_PACKAGE_FOLDER})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The library's name depends on the configuration. The prefix is where the file is, so that the
# installation can be moved.
file(RELATIVE_PATH FFN_PREFIX_OF_PC /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
list(JOIN FFN_USER_OPTIONS " " FFN_OPTIONS_OF_PC)
# As find_package(ffn), it needs the major version with which the library was compiled.
math(EXPR FFN_NEXT_EIGEN "${Eigen3_VERSION_MAJOR} + 1")
configure_file(src/ffn.pc.in ${PROJECT_BINARY_DIR}/ffn.pc.in @ONLY)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/pkgconfig/$<CONFIG>/ffn.pc INPUT ${PROJECT_BINARY_DIR}/ffn.pc.in)
install(FILES ${PROJECT_BINARY_DIR}/pkgconfig/$<CONFIG>/ffn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
