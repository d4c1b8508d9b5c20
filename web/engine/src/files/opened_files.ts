/** The files of one model: its safetensors file or files, its configuration and its index. */
import {
  call,
  type ModuleInstance,
  describe,
  expect_address,
  expect_list,
  option,
  type Read,
  readable,
  try_read,
  with_own_signal,
  wrong_value,
  type Signal,
} from '../edge/index.js';
import {
  type ByteSource,
  expected_source,
  kind_of,
  open_source,
  read_exactly,
} from './byte_source.js';
import type { JsonSource } from './checkpoint_types.js';
import { expect_json_source, read_json_text } from './json_source.js';
import { limiter } from './limiter.js';
import { invalid_file, naming_file } from './read_failure.js';

export interface OpenedFiles {
  /** One per safetensors file. */
  readonly sources: readonly ByteSource[];
  /** Names for messages: of a File, the last part of an address, or `file 1`. */
  readonly names: readonly string[];
  /** Bytes of the JSON header of each file, which the data follows. */
  readonly headers: readonly Uint8Array[];
  /** Text of `config.json`. */
  readonly config: string | undefined;
  /** Text of `model.safetensors.index.json`. */
  readonly index: string | undefined;
}

/** The options of `open_checkpoint` that name the other files of a model. */
export const model_file_options = {
  /**
   * The model's `config.json`, parsed or as a file: it states the activation, which the names of
   * tensors leave open. It is never fetched without being named here.
   */
  config: option(expect_json_source),
  /**
   * The model's `model.safetensors.index.json`, parsed or as a file, to check that all files are
   * there.
   */
  index: option(expect_json_source),
};

/** Number of bytes before the header, which are its length. */
const length_bytes = 8;

/** Number of bytes by which a file of another format is known. */
const first_bytes = 512;

const most_files = 1000;
const most_requests = 4;
const most_config_bytes = 10e6;
const most_index_bytes = 100e6;

/** A safetensors file to be opened. */
interface NamedSource {
  readonly source: unknown;
  readonly argument: string;
  readonly name: string;
}

/** Returns the address that a source is, or undefined for other sources. */
function address_of(argument: string, source: unknown): string | undefined {
  const is_url = () => typeof source === 'string' || kind_of(source) === 'URL';
  return try_read(argument, source, expected_source, is_url)
    ? expect_address(argument, source)
    : undefined;
}

const without_query = (address: string) => address.replace(/[?#].*$/s, '');

function name_of(source: unknown, address: string | undefined, index: number): string {
  const last = () => decodeURIComponent(without_query(address ?? '').replace(/^.*\//s, ''));
  const of_file = () => (source as Partial<File>).name;
  const name = readable(undefined, address === undefined ? of_file : last);
  return typeof name === 'string' && name !== '' && name.length <= 200 ? name : `file ${index + 1}`;
}

function named_source(argument: string, source: unknown, index: number): NamedSource {
  return { source, argument, name: name_of(source, address_of(argument, source), index) };
}

function expect_sources(from: unknown): NamedSource[] {
  if (!readable(false, () => Array.isArray(from))) return [named_source('source', from, 0)];
  const list = expect_list('source', from, `${expected_source}, or an array of these`);
  if (list.length === 0 || list.length > most_files)
    throw wrong_value('source', describe(list), `an array of 1 to ${most_files} files`);
  const first = new Map<unknown, number>();
  return list.map((source, index) => {
    const argument = `source[${index}]`;
    const key = address_of(argument, source) ?? source;
    const same = first.get(key);
    if (same !== undefined)
      throw wrong_value(argument, `the same as source[${same}]`, 'a file that is given once');
    first.set(key, index);
    return named_source(argument, source, index);
  });
}

/** Returns the files that an index names, which are in its folder. */
function files_of_index(address: string, text: string): NamedSource[] {
  const argument = describe(address);
  const index = 'a model.safetensors.index.json with the names of files in weight_map';
  const parsed = readable(undefined, () => JSON.parse(text) as unknown);
  if (parsed === undefined) throw invalid_file('not_json', argument, 'not JSON', index);
  const map = Object(parsed) as { readonly weight_map?: unknown };
  const names = [...new Set(Object.values(Object(map.weight_map) as object))].sort() as unknown[];
  if (names.length === 0 || names.length > most_files)
    throw invalid_file('missing_field', argument, `JSON with ${names.length} names`, index);
  const folder = without_query(address).replace(/[^/]*$/, '');
  return names.map((name) => {
    if (typeof name !== 'string' || !/^[^/\\:]+$/.test(name) || /^\.+$/.test(name))
      throw invalid_file('wrong_type', argument, `JSON with ${describe(name)}`, index);
    return { source: folder + encodeURIComponent(name), argument: 'source', name };
  });
}

async function open_file(
  instance: ModuleInstance,
  { source: from, argument }: NamedSource,
  signal: Signal,
): Promise<{ readonly source: ByteSource; readonly header: Uint8Array }> {
  const source = await open_source(from, first_bytes, signal, argument);
  const { size } = source;
  const first = await read_exactly(source, 0, size < first_bytes ? size : first_bytes, signal);
  const length = call<number>(instance.raw, 'checkpoint_header_length', first, size);
  return {
    source,
    header: await read_exactly(source, length_bytes, length_bytes + length, signal),
  };
}

/** Opens files with their names, of which only one of several needs one. */
async function open_all(
  files: readonly NamedSource[],
  open: (file: NamedSource) => ReturnType<typeof open_file>,
): Promise<Pick<OpenedFiles, 'sources' | 'names' | 'headers'>> {
  const one_of_several = files.length > 1;
  const opened = await Promise.all(
    files.map(async (file) => {
      if (!one_of_several) return open(file);
      const { source, header } = await naming_file(file.name, open(file));
      return { source: { ...source, name: file.name }, header };
    }),
  );
  return {
    sources: opened.map(({ source }) => source),
    names: files.map(({ name }) => name),
    headers: opened.map(({ header }) => header),
  };
}

/** Returns the address of an index that stands for the files of a model, or undefined. */
function index_address(from: unknown, index: JsonSource | undefined): string | undefined {
  const address = address_of('source', from);
  if (address === undefined || !/\.json$/i.test(without_query(address))) return undefined;
  if (index === undefined) return address;
  throw wrong_value('index', 'given twice', 'none, because source is the address of an index');
}

/** The options of `open_files`, after reading. */
export interface OpenFilesOptions extends Partial<Read<typeof model_file_options>> {
  readonly signal?: Signal | undefined;
}

/**
 * Reads the headers of one file or several, the configuration and the index, with at most four
 * requests at the same time. The address of an index stands for the files that it names.
 * @throws FfnError `invalid_type`, `invalid_argument`, `invalid_file`, `read_failed`; the signal's
 * reason after an abort
 */
export async function open_files(
  instance: ModuleInstance,
  from: unknown,
  options: OpenFilesOptions,
): Promise<OpenedFiles> {
  const address = index_address(from, options.index);
  const given = address === undefined ? expect_sources(from) : undefined;
  return with_own_signal(options.signal, async (signal) => {
    const limited = limiter(most_requests);
    const read_json = async (argument: string, value: JsonSource | undefined, limit: number) =>
      value === undefined
        ? undefined
        : limited(() => read_json_text(argument, value, limit, signal));
    const open = (file: NamedSource) => limited(() => open_file(instance, file, signal));
    const read_index =
      address !== undefined
        ? read_json('source', address, most_index_bytes)
        : read_json('index', options.index, most_index_bytes);
    const open_given = async () =>
      open_all(given ?? files_of_index(address ?? '', (await read_index) ?? ''), open);
    const [files, config, index] = await Promise.all([
      open_given(),
      read_json('config', options.config, most_config_bytes),
      read_index,
    ]);
    return { ...files, config, index };
  });
}
