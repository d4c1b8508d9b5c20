/** The program of a number: it opens the same file and runs the recipe of the number's answer. */
import { path_text } from '../../numbers/path.ts';
import { literal } from '../../numbers/program.ts';
import { quoted } from '../../words/untrusted_text.ts';
import file_texts from './file_recipe.ts?program';
import type { PassState } from './input_recipe.ts';
import input_texts from './input_recipe.ts?program';
import sample_texts from './sample.ts?program';
import type { OpenedFacts } from './service.ts';
import token_texts from './token_recipe.ts?program';

const texts = { ...file_texts, ...input_texts, ...token_texts };

type File = Pick<OpenedFacts, 'sample' | 'files' | 'config' | 'index'>;

/** Opens the files as `checkpoint`. */
function open_parts({ sample, files, config, index }: File): readonly (string | undefined)[] {
  if (sample)
    return [
      sample_texts['make_sample'],
      'const checkpoint = await lab.open_checkpoint(make_sample(lab));',
    ];
  const blob = (name: string) => `await open(${quoted(name)})`;
  const [first = '', ...others] = files.map(blob);
  const weights = others.length === 0 ? first : `[\n  ${[first, ...others].join(',\n  ')},\n]`;
  const beside = Object.entries({ config, index }).flatMap(([option, name]) =>
    name === undefined ? [] : `${option}: ${blob(name)}`,
  );
  const options = beside.length === 0 ? '' : `, { ${beside.join(', ')} }`;
  return [
    `const { open } = await import('node:fs/promises');`,
    `const checkpoint = await lab.open_checkpoint(${weights}${options});`,
  ];
}

/** Computes `answer` from `lab`, `checkpoint` and `state`. */
function recipe_parts(recipe: string, state: object) {
  if (recipe === 'header') return [texts[recipe], 'const answer = header(checkpoint, state);'];
  if (recipe === 'text' || recipe === 'vocabulary')
    return [
      texts[recipe],
      'const report = () => undefined;',
      `const answer = await ${recipe}(lab, checkpoint, state, report);`,
    ];
  const input = `${(state as PassState).input.kind}_input`;
  if (recipe === 'consequences')
    return [
      texts['read_network'],
      texts[input],
      texts[recipe],
      `const { x } = await ${input}(lab, checkpoint, state);`,
      'const [activation] = state.kinds;',
      'const ffn = await read_network(checkpoint, { ...state, activation });',
      'const answer = consequences(lab, { ffn, x }, state);',
    ];
  return [
    texts['read_network'],
    texts[input],
    texts[recipe],
    `const { x, reference } = await ${input}(lab, checkpoint, state);`,
    'const ffn = await read_network(checkpoint, state);',
    'const pass = { ffn, x, reference, trace: ffn.trace(x) };',
    `const answer = ${recipe}(lab, pass, state);`,
  ];
}

type Given = { readonly value: unknown; readonly state: object };

/** Returns the program that prints the number at a path of the recipe's value. */
export function program_of(
  file: File,
  recipe: string,
  { value, state }: Given,
  path: string,
): string {
  if (recipe === 'profile') {
    // The shares of all layers are one answer; the program computes those of the number's layer.
    const [layer = '', ...rest] = path.split('.');
    const of_layer = {
      value: (value as readonly unknown[])[Number(layer)],
      state: { ...state, layer: Number(layer) },
    };
    return program_of(file, 'sparsity', of_layer, rest.join('.'));
  }
  return [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    `const state = ${literal(state)};\n`,
    ...open_parts(file),
    ...recipe_parts(recipe, state),
    `console.log(${path_text('answer', value, path)});\n`,
  ].join('\n');
}
