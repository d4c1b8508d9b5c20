# The parts of the suite that read and write numbers and letters, in locales with a decimal comma and
# with a Turkish i. Included by CMakeLists.txt.

# glibc's locales are compiled into the build tree from the sources in Debian's package locales;
# other systems have them installed.
find_program(FFN_LOCALEDEF localedef)
set(FFN_LOCALE_SOURCES /usr/share/i18n/locales)
foreach(locale de_DE fr_FR tr_TR)
  set(environment FFN_TESTS_LOCALE=${locale}.UTF-8)
  if(FFN_LOCALEDEF AND EXISTS ${FFN_LOCALE_SOURCES}/${locale})
    set(folder ${PROJECT_BINARY_DIR}/locales/${locale}.UTF-8)
    add_custom_command(OUTPUT ${folder}/LC_NUMERIC
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/locales
      COMMAND ${FFN_LOCALEDEF} --no-archive -i ${locale} -f UTF-8 ${folder} VERBATIM)
    add_custom_target(ffn_locale_${locale} ALL DEPENDS ${folder}/LC_NUMERIC)
    list(APPEND environment LOCPATH=${PROJECT_BINARY_DIR}/locales)
  elseif(NOT APPLE)
    message(STATUS "no test in ${locale}: install the package locales, which contains ${FFN_LOCALE_SOURCES}/${locale}")
    continue()
  endif()
  add_test(NAME locale_${locale} COMMAND ffn_tests --source-file=*/tests/core/*,*/tests/io/*,*/tests/train/csv*)
  set_tests_properties(locale_${locale} PROPERTIES ENVIRONMENT "${environment}")
endforeach()
