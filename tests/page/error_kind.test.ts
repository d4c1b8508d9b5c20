import { describe, expect, it } from 'vitest';
import { error_kind } from '../../web/page/src/steps/checkpoint/file_error.tsx';

describe('errors of a file', () => {
  it('have a kind for each code and reason', () => {
    const kind = (code: string, reason?: string) => error_kind({ code, reason });
    expect(kind('invalid_file', 'git_lfs_pointer')).toBe('lfs');
    expect(kind('invalid_file', 'web_page')).toBe('page');
    expect(kind('invalid_file', 'other_format')).toBe('format');
    expect(kind('invalid_file', 'quantized')).toBe('quantized');
    expect(kind('invalid_file', 'no_network')).toBe('no_network');
    expect(kind('invalid_file', 'header_truncated')).toBe('short');
    expect(kind('invalid_file', 'overlap')).toBe('damaged');
    expect(kind('invalid_file', 'toString')).toBe('damaged');
    expect(kind('read_failed')).toBe('unreadable');
    expect(kind('out_of_memory')).toBe('memory');
    expect(kind('internal')).toBe('worker');
  });
});
