/** The program of a number: it opens the same file and runs the recipe of the number's answer. */
import { path_text } from '../../numbers/path.ts';
import { literal } from '../../numbers/program.ts';
import { quoted } from '../../words/untrusted_text.ts';
import layer_texts from './layer_recipe.ts?program';
import type { OpenedFacts } from './opened.ts';
import type { PassState } from './pass.ts';
import pass_texts from './pass.ts?program';
import sample_texts from './sample.ts?program';
import token_texts from './token_recipe.ts?program';

interface Parts {
  /** Texts of functions. */
  readonly texts: readonly (string | undefined)[];
  /** Statements that compute `answer` from `lab`, `checkpoint` and `state`. */
  readonly lines: readonly string[];
}

function open_parts({ sample, name }: Pick<OpenedFacts, 'sample' | 'name'>): Parts {
  if (sample) return { texts: [sample_texts['make_sample']], lines: ['const checkpoint = await lab.open_checkpoint(make_sample(lab));'] };
  const lines = [
    "const { openAsBlob } = await import('node:fs');",
    `const checkpoint = await lab.open_checkpoint(await openAsBlob(${quoted(name)}));`,
  ];
  return { texts: [], lines };
}

function layer_parts(recipe: string, kind: string): Parts {
  return {
    texts: [pass_texts['read_network'], pass_texts[`${kind}_input`], layer_texts[recipe]],
    lines: [
      `const { x, reference } = await ${kind}_input(lab, checkpoint, state);`,
      'const ffn = await read_network(lab, checkpoint, state);',
      'const pass = { ffn, x, reference, trace: ffn.trace(x) };',
      `const answer = ${recipe}(lab, pass, state);`,
    ],
  };
}

function recipe_parts(recipe: string, state: object): Parts {
  if (recipe === 'header') return { texts: [layer_texts['header']], lines: ['const answer = header(checkpoint, state);'] };
  if (!(recipe in token_texts)) return layer_parts(recipe, (state as PassState).input.kind);
  const lines = ['const report = () => undefined;', `const answer = await ${recipe}(lab, checkpoint, state, report);`];
  return { texts: [token_texts[recipe]], lines };
}

/** Returns the program that prints the number at a path of the recipe's value. */
export function program_of(
  file: Pick<OpenedFacts, 'sample' | 'name'>,
  recipe: string,
  { value, state }: { readonly value: unknown; readonly state: object },
  path: string,
): string {
  // The shares of all layers are one answer; the program computes those of the number's layer.
  const [, layer = '0', rest = ''] = recipe === 'profile' ? (/^(\d+)\.(.*)$/.exec(path) ?? []) : [];
  if (rest !== '')
    return program_of(
      file,
      'sparsity',
      { value: (value as readonly unknown[])[Number(layer)], state: { ...state, layer: Number(layer) } },
      rest,
    );
  const [opening, running] = [open_parts(file), recipe_parts(recipe, state)];
  const lines = [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    `const state = ${literal(state)};\n`,
    ...opening.texts,
    ...running.texts,
    ...opening.lines,
    ...running.lines,
    `console.log(${path_text('answer', value, path)});`,
  ];
  return `${lines.filter((line) => line !== undefined).join('\n')}\n`;
}
