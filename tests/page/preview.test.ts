import { expect, it } from 'vitest';
import { site_address } from '../../web/page/plugins/site_address.ts';

it('the address of the pictures for shared links is absolute if the build knows its host', () => {
  expect(site_address()).toBe('../');
  expect(site_address('https://example.org/course/ffn/')).toBe('https://example.org/course/ffn/');
  expect(() => site_address('example')).toThrow();
});
