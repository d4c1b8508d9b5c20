/** JSON of the caller, parsed or in a file: its text, which the core parses. */
import type { JsonSource } from './checkpoint_types.js';
import { is_plain, try_read, wrong_type, wrong_value, type Signal } from '../edge/index.js';
import { expected_source, kind_of, read_whole } from './byte_source.js';
import { invalid_file, too_large } from './read_failure.js';

const expected = `an object, ${expected_source}`;

/**
 * Checks only the type, which tells an object that was parsed from a source: a Blob, an address.
 * @throws FfnError `invalid_type`
 */
export function expect_json_source(argument: string, value: unknown): JsonSource {
  const is_known = () =>
    typeof value === 'string' ||
    kind_of(value) !== undefined ||
    (typeof value === 'object' && value !== null && is_plain(value));
  if (!try_read(argument, value, expected, is_known)) throw wrong_type(argument, value, expected);
  return value as JsonSource;
}

function text_of_object(argument: string, value: object, limit: number): string {
  const representable = 'an object that JSON can represent';
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw wrong_type(argument, value, representable, cause);
  }
  if (typeof text !== 'string') throw wrong_type(argument, value, representable);
  if (text.length > limit) throw too_large(argument, `${text.length} characters`, limit);
  return text;
}

/**
 * Returns the text of a JSON file of at most `limit` bytes, or of an object.
 * @throws FfnError `invalid_file` with the reason `file_too_large` or `not_utf8`, `read_failed`,
 * `invalid_type` for an object with a cycle or a BigInt
 */
export async function read_json_text(
  argument: string,
  value: JsonSource,
  limit: number,
  signal: Signal | undefined,
): Promise<string> {
  const is_source =
    typeof value === 'string' ||
    try_read(argument, value, expected, () => kind_of(value) !== undefined);
  if (!is_source) return text_of_object(argument, value, limit);
  if (typeof value === 'string' && /^\s*[{[]/.test(value))
    throw wrong_value(argument, 'JSON text', 'an address, or the object: JSON.parse(text)');
  const bytes = await read_whole(argument, value, limit, signal);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalid_file('not_utf8', argument, 'not UTF-8', 'a text file with JSON', cause);
  }
}
