// The limits that any engine meets on one core, each as a loop with nothing else in it. Compiled twice, with relaxed SIMD and
// without; tests/bench/check_ceilings.mjs looks into the binaries for what a compiler could have made of the loops.
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

// Twelve chains hide the latency of two multiply-adds a cycle on every machine of today (2 × 4 = 8, and 2 × 5 = 10 on older
// ones), and fit with their operands into the 15 vector registers that an x86-64 engine can give.
#define TWELVE(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)

// Twelve operations a turn and no more, so that check_ceilings.mjs can count them.
#define KEEP_LOOP _Pragma("clang loop unroll(disable)")

#define DECLARE(i) v128_t chain##i = wasm_f32x4_splat(seed + (float)i);
#define ADD_UP(i) total = wasm_f32x4_add(total, chain##i);
#define RESULT                               \
  v128_t total = wasm_f32x4_splat(0.0f);     \
  TWELVE(ADD_UP)                             \
  return wasm_f32x4_extract_lane(total, 0) + wasm_f32x4_extract_lane(total, 3);

#ifdef __wasm_relaxed_simd__
enum { operand_bytes = 4096 };  // stays in the first-level cache
float operands[operand_bytes / sizeof(float)] __attribute__((aligned(64)));  // not static: what nobody writes would be a constant

#define FUSED(i) chain##i = wasm_f32x4_relaxed_madd(left, right, chain##i);
#define FUSED_LOADED(i) chain##i = wasm_f32x4_relaxed_madd(wasm_v128_load(from + 16 * i), right, chain##i);

float EXPORT(fused)(uint32_t steps, float seed) {
  v128_t left = wasm_f32x4_splat(seed), right = wasm_f32x4_splat(-seed);
  TWELVE(DECLARE)
  KEEP_LOOP
  for (uint32_t step = 0; step < steps; ++step) { TWELVE(FUSED) }
  RESULT
}

float EXPORT(fused_loaded)(uint32_t steps, float seed) {
  v128_t right = wasm_f32x4_splat(seed);
  TWELVE(DECLARE)
  uint32_t offset = 0;
  KEEP_LOOP
  for (uint32_t step = 0; step < steps; ++step) {
    const char* from = (const char*)operands + offset;
    TWELVE(FUSED_LOADED)
    offset = (offset + 64) & (operand_bytes / 2 - 1);  // other addresses at each step, so that no load can be left out
  }
  RESULT
}
#endif

// The chain is a factor as well: a product of two constants would be taken out of the loop.
#define SEPARATE(i) chain##i = wasm_f32x4_add(chain##i, wasm_f32x4_mul(chain##i, factor));

float EXPORT(separate)(uint32_t steps, float seed) {
  v128_t factor = wasm_f32x4_splat(seed * 1e-9f);
  TWELVE(DECLARE)
  KEEP_LOOP
  for (uint32_t step = 0; step < steps; ++step) { TWELVE(SEPARATE) }
  RESULT
}

#define MIX(i) chain##i = wasm_v128_xor(chain##i, wasm_v128_load(at + 16 * i));

// Reads `bytes` (a multiple of 192) from `at` once. The memory belongs to the caller, who has made it grow.
float EXPORT(stream)(const char* at, uint32_t bytes, float seed) {
  TWELVE(DECLARE)
  KEEP_LOOP
  for (const char* end = at + bytes; at != end; at += 192) { TWELVE(MIX) }
  RESULT
}

// Where the caller's memory begins.
extern char __heap_base;
uint32_t EXPORT(heap)(void) { return ((uint32_t)(uintptr_t)&__heap_base + 63) & ~63u; }
