/** The program of a number: it opens the same file and runs the recipe of the number's answer. */
import { path_text } from '../../numbers/path.ts';
import { literal } from '../../numbers/program.ts';
import { quoted } from '../../words/untrusted_text.ts';
import layer_texts from './layer_recipe.ts?program';
import type { PassState } from './layer_recipe.ts';
import sample_texts from './sample.ts?program';
import type { OpenedFacts } from './service.ts';
import token_texts from './token_recipe.ts?program';

/** Opens the file as `checkpoint`. */
function open_parts({ sample, name }: Pick<OpenedFacts, 'sample' | 'name'>): (string | undefined)[] {
  if (sample) return [sample_texts['make_sample'], 'const checkpoint = await lab.open_checkpoint(make_sample(lab));'];
  return [
    "const { openAsBlob } = await import('node:fs');",
    `const checkpoint = await lab.open_checkpoint(await openAsBlob(${quoted(name)}));`,
  ];
}

/** Computes `answer` from `lab`, `checkpoint` and `state`. */
function recipe_parts(recipe: string, state: object): (string | undefined)[] {
  if (recipe === 'header') return [layer_texts['header'], 'const answer = header(checkpoint, state);'];
  const report = 'const report = () => undefined;';
  if (recipe in token_texts) return [token_texts[recipe], report, `const answer = await ${recipe}(lab, checkpoint, state, report);`];
  const input = `${(state as PassState).input.kind}_input`;
  return [
    ...[layer_texts['read_network'], layer_texts[input], layer_texts[recipe]],
    `const { x, reference } = await ${input}(lab, checkpoint, state);`,
    'const ffn = await read_network(lab, checkpoint, state);',
    'const pass = { ffn, x, reference, trace: ffn.trace(x) };',
    `const answer = ${recipe}(lab, pass, state);`,
  ];
}

/** Returns the program that prints the number at a path of the recipe's value. */
export function program_of(
  file: Pick<OpenedFacts, 'sample' | 'name'>,
  recipe: string,
  { value, state }: { readonly value: unknown; readonly state: object },
  path: string,
): string {
  // The shares of all layers are one answer; the program computes those of the number's layer.
  const [, index, rest = ''] = recipe === 'profile' ? (/^(\d+)\.(.*)$/.exec(path) ?? []) : [];
  if (index !== undefined) {
    const layer = Number(index);
    return program_of(file, 'sparsity', { value: (value as readonly unknown[])[layer], state: { ...state, layer } }, rest);
  }
  const lines = [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    `const state = ${literal(state)};\n`,
    ...open_parts(file),
    ...recipe_parts(recipe, state),
    `console.log(${path_text('answer', value, path)});`,
  ];
  return `${lines.filter((line) => line !== undefined).join('\n')}\n`;
}
