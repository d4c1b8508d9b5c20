#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>

// With the environment variable FFN_TESTS_LOCALE the tests run in that locale, which must exist.
int main(int count, char** arguments) {
  if (const char* const name = std::getenv("FFN_TESTS_LOCALE")) {
    if (std::setlocale(LC_ALL, name) == nullptr) {
      std::fprintf(stderr, "FFN_TESTS_LOCALE: this machine has no locale %s\n", name);
      return 1;
    }
  }
  return doctest::Context(count, arguments).run();
}
