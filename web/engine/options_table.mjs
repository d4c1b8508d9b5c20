// Tables of all options for README.md: `node web/engine/options_table.mjs` prints them, --write
// writes them into README.md. Types and comments are those of the schemas in src, which
// TypeScript's compiler reads. A test checks README.md against them.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Functions with options, and the types of these. The members of a union are the options with
 * random and with given weights.
 */
const functions = {
  load: 'LoadOptions',
  'lab.FeedForward': 'FeedForwardOptions',
  'ffn.forward': 'ForwardOptions',
  'ffn.trace': 'PassOptions',
  'lab.LayerNorm': 'LayerNormOptions',
  'lab.Attention': 'AttentionOptions',
  'lab.TransformerBlock': 'TransformerBlockOptions',
  'lab.BlockStack': 'BlockStackOptions',
  'lab.LanguageModel': 'LanguageModelOptions',
  'model.forward': 'LanguageForwardOptions',
  'model.next_word': 'NextWordOptions',
  'model.trace, table.answers, table.right': 'SwitchOptions',
  switches: 'BlockSwitches',
  'model.to_safetensors': 'ToSafetensorsOptions',
  'lab.TrainingRun': 'TrainingRunOptions',
  'lab.LanguageTraining': 'LanguageTrainingOptions',
  'lab.linear_weights': 'LinearOptions',
  'rng.randn': 'RandnOptions',
  'lab.dataset': 'ToyDataOptions',
  'lab.dataset_from_csv': 'CsvOptions',
  'lab.grid': 'GridOptions',
  'ffn.gradient_check': 'GradientCheckOptions',
  'lab.compare_activations, lab.activation_difference': 'CurvePoints',
  'lab.difference': 'DifferenceOptions',
  'lab.histogram': 'HistogramOptions',
  'lab.sparsity': 'SparsityOptions',
  'lab.dimension_check, lab.dimension_grid': 'DimensionConfiguration',
  'lab.independence': 'IndependenceOptions',
  'lab.DropoutRun, lab.dropout_statistics': 'DropoutExperiment',
  'lab.dead_units': 'DeadUnitOptions',
  'lab.rank_neurons': 'RankingOptions',
  'lab.neuron': 'NeuronOptions',
  'lab.ablate': 'AblationOptions',
  'lab.trace_dot': 'CellOptions',
  'lab.unit_words, table.strongest_prompts': 'UnitOptions',
  'table.hidden': 'BlockOptions',
  'lab.knowledge_units': 'KnowledgeOptions',
  'lab.rewrite': 'RewriteOptions',
  'lab.apply_rewrite': 'ApplyRewriteOptions',
  'lab.feed_forward_cost': 'FeedForwardCostOptions',
  'lab.ratio_costs': 'RatioCostOptions',
  'lab.attention_cost': 'AttentionCostOptions',
  'lab.model_cost': 'ModelOptions',
  'file.tensor': 'TensorReadOptions',
  'file.language_model': 'CheckpointLanguageModelOptions',
  'lab.open_checkpoint, lab.read_npy, file.block_weights': 'ReadOptions',
  'lab.write_safetensors': 'WriteOptions',
  'lab.pool': 'PoolOptions',
  'pool.forward': 'PoolForwardOptions',
};

function program_of(config) {
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  return ts.createProgram(fileNames, { ...options, noEmit: true });
}

/**
 * Returns the text of an option's default in its schema, `option(check, default)`; undefined
 * without one.
 */
function default_of(property) {
  const call = property.declarations?.[0]?.initializer;
  const value = call !== undefined && ts.isCallExpression(call) ? call.arguments[1] : undefined;
  if (value === undefined) return undefined;
  if (ts.isStringLiteral(value)) return `\`${value.text}\``;
  return value
    .getText()
    .replace(/^\[|\]$/g, '')
    .replace(/^-/, '−');
}

/** Returns the type of an option; for names all of them, not the name of their type. */
function type_of(checker, property, at) {
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, at));
  const names = type.isUnion() ? type.types : [];
  if (names.length > 0 && names.every((name) => name.isStringLiteral()))
    return names.map(({ value }) => JSON.stringify(value)).join(' | ');
  return checker.typeToString(type, at);
}

/** Returns whether an option must be given; weights replace the sizes. */
const is_required = ({ flags, name }) =>
  (flags & ts.SymbolFlags.Optional) === 0 && name !== 'weights';

/** Returns the row of an option. Throws if its comment names another default than its schema. */
function row_of(checker, property, at) {
  const fallback = default_of(property);
  let meaning = ts
    .displayPartsToString(property.getDocumentationComment(checker))
    .replaceAll('\n', ' ');
  if (fallback !== undefined) {
    const [before, after] = meaning.split(`; default ${fallback}`);
    if (after === undefined)
      throw new Error(
        `the comment of ${property.name} does not contain "; default ${fallback}": ${meaning}`,
      );
    meaning = before + after;
  }
  const cells = [
    `\`${property.name}\``,
    `\`${type_of(checker, property, at)}\``,
    is_required(property) ? 'required' : (fallback ?? ''),
    meaning,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function rows_of(checker, type, at) {
  const members = type.isUnion() ? type.types : [type];
  const properties = new Map(
    members
      .flatMap((member) => checker.getPropertiesOfType(member))
      .map((property) => [property.name, property]),
  );
  return [...properties.values()]
    .sort((a, b) => is_required(b) - is_required(a))
    .map((property) => row_of(checker, property, at));
}

/** Returns the tables for README.md. */
export function options_tables() {
  const program = program_of(`${folder}tsconfig.json`);
  const checker = program.getTypeChecker();
  const api = program.getSourceFile(`${folder}src/api.ts`);
  const exported = new Map(
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(api))
      .map((symbol) => [symbol.name, symbol]),
  );
  return Object.entries(functions)
    .map(([names, type]) => {
      const symbol = exported.get(type);
      if (symbol === undefined) throw new Error(`the package does not export ${type}`);
      const declared =
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const title = names.split(', ').map((name) => `\`${name}\``);
      const rows = rows_of(checker, checker.getDeclaredTypeOfSymbol(declared), api);
      return [
        `${title.join(', ')} (\`${type}\`):\n`,
        '| option | type | default | meaning |',
        '| --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    })
    .join('\n\n');
}

const section = /(?<=<!-- options -->\n)[^]*?(?=<!-- end -->)/;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const readme = `${folder}README.md`;
  const text = readFileSync(readme, 'utf8');
  if (!section.test(text))
    throw new Error('README.md does not contain the markers <!-- options --> and <!-- end -->');
  if (process.argv[2] === '--write')
    writeFileSync(
      readme,
      text.replace(section, () => `\n${options_tables()}\n\n`),
    );
  else console.log(options_tables());
}
