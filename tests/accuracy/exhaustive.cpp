// Measures every activation function over all 2^32 float32 arguments, or every n-th, and prints the
// largest errors by range of x.
//
//   ffn_exhaustive [--stride N] [--json]      exits with status 1 if an error exceeds its bound

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "accuracy/unit_accuracy.h"

#ifndef __EMSCRIPTEN__
#include <thread>
#endif

using namespace ffn;

namespace {

// The error bounds of the library: half an ulp for the rounding to float32, the rest for the
// approximation; the derivative is at most 1.13, where half an ulp is 6e-8.
constexpr double kLargestValueError = 0.503;
constexpr double kLargestDerivativeError = 6.1e-8;
constexpr std::uint64_t kPatterns = std::uint64_t{1} << 32;

test::UnitAccuracy measure_all(Activation kind, std::uint64_t stride) {
#ifdef __EMSCRIPTEN__
  return test::measure(kind, 0, kPatterns, stride);
#else
  const std::uint64_t parts = std::max(1U, std::thread::hardware_concurrency());
  std::vector<test::UnitAccuracy> results(parts);
  std::vector<std::thread> workers;
  for (std::uint64_t part = 0; part < parts; ++part) {
    // Each worker measures every parts-th pattern, so that all workers have equal work.
    workers.emplace_back([&, part] {
      results[part] = test::measure(kind, part * stride, kPatterns, parts * stride);
    });
  }
  for (std::thread& worker : workers) worker.join();
  test::UnitAccuracy all;
  for (const test::UnitAccuracy& result : results) all.add(result);
  return all;
#endif
}

void print_text(Activation kind, const test::UnitAccuracy& accuracy) {
  std::printf("%s: %llu arguments, %llu violations\n", std::string(name_of(kind)).c_str(),
              static_cast<unsigned long long>(accuracy.arguments),
              static_cast<unsigned long long>(accuracy.broken));
  std::printf("  %-14s %12s %16s %12s %16s\n", "x", "value, ulp", "at", "derivative", "at");
  for (std::size_t i = 0; i < test::kRanges.size(); ++i) {
    std::printf("  %-14s %12.5f %16.9g %12.3g %16.9g\n", test::kRanges[i].name,
                accuracy.value[i].error, static_cast<double>(accuracy.value[i].at),
                accuracy.derivative[i].error, static_cast<double>(accuracy.derivative[i].at));
  }
}

void print_json(Activation kind, const test::UnitAccuracy& accuracy) {
  std::printf("{\"activation\": \"%s\", \"arguments\": %llu, \"broken\": %llu, \"ranges\": [",
              std::string(name_of(kind)).c_str(),
              static_cast<unsigned long long>(accuracy.arguments),
              static_cast<unsigned long long>(accuracy.broken));
  for (std::size_t i = 0; i < test::kRanges.size(); ++i) {
    std::printf(
        "%s{\"x\": \"%s\", \"value_ulp\": %.5f, \"value_at\": %.9g, \"derivative\": %.3g, "
        "\"derivative_at\": %.9g}",
        i == 0 ? "" : ", ", test::kRanges[i].name, accuracy.value[i].error,
        static_cast<double>(accuracy.value[i].at), accuracy.derivative[i].error,
        static_cast<double>(accuracy.derivative[i].at));
  }
  std::printf("]}\n");
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t stride = 1;
  bool json = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--json") == 0) {
      json = true;
    } else if (std::strcmp(argv[i], "--stride") == 0 && i + 1 < argc &&
               std::atoll(argv[i + 1]) > 0) {
      stride = static_cast<std::uint64_t>(std::atoll(argv[++i]));
    } else {
      std::fprintf(stderr, "usage: %s [--stride N] [--json]; unknown argument \"%s\"\n", argv[0],
                   argv[i]);
      return 2;
    }
  }
  bool within = true;
  for (const Activation kind : kActivations) {
    if (kind == Activation::kIdentity) continue;  // it copies
    const test::UnitAccuracy accuracy = measure_all(kind, stride);
    json ? print_json(kind, accuracy) : print_text(kind, accuracy);
    std::fflush(stdout);
    within = within && accuracy.broken == 0 && accuracy.worst_value() <= kLargestValueError &&
             accuracy.worst_derivative() <= kLargestDerivativeError;
  }
  if (!within)
    std::fprintf(stderr, "a bound is exceeded: value %g ulp, derivative %g\n", kLargestValueError,
                 kLargestDerivativeError);
  return within ? 0 : 1;
}
