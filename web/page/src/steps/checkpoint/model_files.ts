/**
 * Sorts files that the user chose or dropped together: the files of a model's weights, the index of
 * its shards, its configuration, and those of a tokenizer. The contents of a .json file tell its
 * kind; its name does not matter.
 */

/** The files of one model. */
export interface ModelFiles {
  /** One file, or the shards of a model. */
  readonly weights: readonly File[];
  /** `model.safetensors.index.json`: the shard that contains each tensor. */
  readonly index?: File | undefined;
  /** `config.json` of Hugging Face's Transformers. */
  readonly config?: File | undefined;
  /** Names of all shards of the model, by its index or by the names of its files. */
  readonly shards?: readonly string[] | undefined;
}

export interface SortedFiles {
  readonly weights: readonly File[];
  readonly index?: { readonly file: File; readonly shards: readonly string[] } | undefined;
  readonly config?: File | undefined;
  readonly tokenizer: readonly File[];
}

/** Larger .json files are not read: the index of a model of 10¹² parameters has about 10 MB. */
const largest_json = 64_000_000;

/** Members of a `config.json`, one of which every model's has. */
const config_members = [
  'model_type',
  'architectures',
  'hidden_act',
  'activation_function',
  'hidden_activation',
  'ffn_act_fn',
  'act_fn',
  'feed_forward_proj',
];

/** Files beside a model that say nothing about its weights. */
const ignored =
  /^(generation_config|tokenizer_config|special_tokens_map|added_tokens|preprocessor_config|processor_config|chat_template)\.json$/i;

const is_text = ({ name }: File) => /\.(json|txt)$/i.test(name);
const is_safetensors = ({ name }: File) => /\.safetensors$/i.test(name);

type Members = Readonly<Record<string, unknown>>;

async function members_of(file: File): Promise<Members> {
  if (!/\.json$/i.test(file.name) || file.size > largest_json) return {};
  try {
    // Python writes NaN and Infinity, too; only the names of members are read here.
    const text = (await file.text()).replace(/^\uFEFF/, '').replace(/-?\b(NaN|Infinity)\b/g, '0');
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Members) : {};
  } catch {
    return {};
  }
}

/** Returns the names of the shards in an index, without folders. */
function shards_of({ weight_map: map }: Members): readonly string[] | undefined {
  if (typeof map !== 'object' || map === null) return undefined;
  const names = Object.values(map).filter((name) => typeof name === 'string');
  return Array.from(new Set(names.map((name) => name.replace(/^.*[/\\]/, '')))).sort();
}

export async function sort_files(files: Iterable<File>): Promise<SortedFiles> {
  const list = Array.from(files);
  const texts = await Promise.all(
    list.filter(is_text).map(async (file) => ({ file, members: await members_of(file) })),
  );
  const binary = list.filter((file) => !is_text(file));
  const safetensors = binary.filter(is_safetensors);
  let index: SortedFiles['index'];
  let config: File | undefined;
  const tokenizer: File[] = [];
  for (const { file, members } of texts) {
    const shards = shards_of(members);
    if (shards !== undefined) index ??= { file, shards };
    else if (config_members.some((name) => name in members)) config ??= file;
    else if (list.length === 1 || !ignored.test(file.name)) tokenizer.push(file);
  }
  // Any other file is opened only to say what it is.
  return {
    weights: safetensors.length > 0 ? safetensors : binary.slice(0, 1),
    index,
    config,
    tokenizer,
  };
}

/** Browsers number a file that is downloaded twice: `model (1).safetensors`. */
const plain_name = (name: string) => name.replace(/ ?\(\d+\)(?=\.safetensors$)/i, '');

/** Returns the names of all shards of the model that a file's name says it is a shard of. */
function siblings_of(name: string): readonly string[] | undefined {
  const [, stem, digits = '', ending] =
    /^(.+)-\d{5}-of-(\d{5})(\.safetensors)$/i.exec(plain_name(name)) ?? [];
  const count = Number(digits);
  if (stem === undefined || count < 1 || count > 9999) return undefined;
  return Array.from(
    { length: count },
    (_, place) => `${stem}-${String(place + 1).padStart(5, '0')}-of-${digits}${ending}`,
  );
}

const names_of = (files: readonly File[]) => files.map(({ name }) => plain_name(name));

/** Returns the names of the shards that a model has and the files lack. */
export function missing_shards({ weights, shards = [] }: ModelFiles): readonly string[] {
  const names = names_of(weights);
  return shards.filter((name) => !names.includes(name));
}

/**
 * Returns the model of sorted files, or the names of the files if they are of several models.
 * `earlier` is the model that is open: it gets the shards that it lacks, an index or a
 * configuration.
 */
export function model_of(
  { weights, index, config }: SortedFiles,
  earlier?: ModelFiles,
): ModelFiles | { readonly several: readonly string[] } {
  const missing = earlier ? missing_shards(earlier) : [];
  const before = names_of(weights).every((name) => missing.includes(name)) ? earlier : undefined;
  const all = [...(before?.weights ?? []), ...weights];
  const is_in = (shards: readonly string[]) => (file: File) =>
    shards.includes(plain_name(file.name));
  // An index may lie beside the same model in one file.
  const indexed = index && all.some(is_in(index.shards)) ? index : undefined;
  const shards = indexed?.shards ?? before?.shards ?? siblings_of(all[0]?.name ?? '');
  // An index leaves out files with other names, such as the weights in another form.
  const used = shards ? all.filter(is_in(shards)) : all;
  if (shards ? !indexed && used.length < all.length : all.length > 1)
    return { several: all.map(({ name }) => name) };
  return {
    weights: used,
    shards,
    index: indexed?.file ?? before?.index,
    config: config ?? before?.config,
  };
}
