/** Programs for values, derivatives, differences and landmarks of activations. */
import type { Builder } from '../../numbers/as_code.ts';

/** Parses `gelu.derivative at -3 0 3` into a name and points; the default point is the cursor x. */
function points_of(tensor: string, x: number): { readonly name: string; readonly points: string } {
  const [name = '', points] = tensor.split(' at ');
  return { name, points: points === undefined ? String(x) : points.split(' ').join(', ') };
}

export const activation_code: Builder = ({ tensor, index }, { x }) => {
  const { name, points } = points_of(tensor, x);
  const [kind = '', part] = name.split('.');
  // A tensor named "x" is the core's input, in single precision.
  const result = part === undefined ? `Float32Array.of(${points})[${index}]` : `lab.activation('${kind}', [${points}]).${part}[${index}]`;
  return { lines: [], result };
};

export const landmarks_code: Builder = ({ tensor, index }) => {
  const [kind = '', ...path] = tensor.split('.');
  return { lines: [], result: `lab.activation_landmarks('${kind}').${[...path, index].join('.')}` };
};

const pair_of = (tensor: string) => tensor.replace(/\..*/, '').split('−');

export const largest_difference_code: Builder = ({ tensor, index }) => {
  const [a = '', b = ''] = pair_of(tensor);
  return { lines: [], result: `lab.largest_difference('${a}', '${b}').value.${index}` };
};

export const activation_difference_code: Builder = ({ tensor, index }, { x }) => {
  const [a = '', b = ''] = pair_of(tensor);
  const part = tensor.replace(/^[^.]*\./, '');
  return { lines: [], result: `lab.activation_difference('${a}', '${b}', { low: ${x}, high: ${x + 1}, points: 2 }).${part}[${index}]` };
};

/** Mean absolute error of a guessed curve: `guess 0 0.1−gelu.derivative at -3 3` lists the guesses, then their points. */
export const guess_error_code: Builder = ({ tensor }) => {
  const [guess = '', curve = ''] = tensor.replace(/^guess /, '').split('−');
  const { name, points } = points_of(curve, NaN);
  const [kind = '', part = ''] = name.split('.');
  const row = (data: string) => `{ data: ${data}, shape: [${guess.split(' ').length}] }`;
  const guessed = row(`Float32Array.of(${guess.split(' ').join(', ')})`);
  return { lines: [], result: `lab.mean_absolute_difference(${guessed}, ${row(`lab.activation('${kind}', [${points}]).${part}`)})` };
};
