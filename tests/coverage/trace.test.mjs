import { expect, it } from 'vitest';
import { files_of, unreachable_lines } from './trace.mjs';

const source = `float sum(float x) {
#if defined(__AVX512F__)
  wide(x);
  wide(x);
#endif
#if defined(FFN_OTHER)
  other(x);
#endif
  never(x);  // LCOV_EXCL_LINE: reason
#if defined(__AVX2__)
  half(x);
#else
  narrow(x);
#endif
}`;

it('excludes lines for features that the processor has not, and marked lines', () => {
  const unreachable = (...features) => [
    ...unreachable_lines(source, (name) => features.includes(name)),
  ];
  expect(unreachable('avx2', 'avx512f')).toEqual([9]);
  expect(unreachable('avx2')).toEqual([2, 3, 4, 9]);
  expect(unreachable()).toEqual([2, 3, 4, 9, 10, 11]);
});

it('reads missed lines and branches of each file', () => {
  const trace = `SF:/a.cpp
FN:1,sum
DA:1,3
DA:2,0
BRDA:1,0,0,2
BRF:2
BRH:1
end_of_record
SF:/b.h
DA:7,1
BRF:0
BRH:0
end_of_record
`;
  expect(files_of(trace)).toEqual([
    { path: '/a.cpp', lines: 2, missed: [2], branches: 2, taken: 1 },
    { path: '/b.h', lines: 1, missed: [], branches: 0, taken: 0 },
  ]);
});
