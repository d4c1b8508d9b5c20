/** Quantities of the backward pass: the gradients with respect to activations and weights. */
import type { ActivationKind } from 'ffn-lab';
import { number_at } from '../numbers/path.ts';
import {
  element_at,
  in_both,
  index_text,
  names_of,
  shape_at,
  type Element,
  type Place,
  type Quantity,
} from './quantity.ts';
import { pass_element } from './pass_quantities.ts';
import type { Sum } from './recipe.ts';

type GradientName = Sum['tensor'];

/** The tensor whose gradient it is, in PyTorch. */
const tensor_of = (name: string) => name.replace(/^grad_/, '');

const formulas: Readonly<
  Record<
    Exclude<GradientName, 'pre_activation' | 'output'>,
    (row: readonly number[], column: number) => string
  >
> = {
  grad_hidden: (row, j) => `Σₖ grad_output${index_text([...row, 'k'])} · w2[k, ${j}]`,
  grad_pre_activation: (row, j) =>
    `grad_hidden${index_text([...row, j])} · activation′(pre_activation${index_text([...row, j])})`,
  grad_x: (row, k) => `Σⱼ grad_pre_activation${index_text([...row, 'j'])} · w1[j, ${k}]`,
  grad_w1: ([j], k) => `Σₜ grad_pre_activation[t, ${j}] · x[t, ${k}]`,
  grad_b1: (_, j) => `Σₜ grad_pre_activation[t, ${j}]`,
  grad_w2: ([k], j) => `Σₜ grad_output[t, ${k}] · hidden[t, ${j}]`,
  grad_b2: (_, k) => `Σₜ grad_output[t, ${k}]`,
};

interface GradientElement extends Element {
  readonly name: keyof typeof formulas;
  readonly activation: ActivationKind;
}

/** The error whose gradient an answer has: one element of the output, or the sum of all. */
function error_of({ answer }: Place) {
  const number = (path: string) => number_at(answer.value, path) ?? 0;
  const [token, feature, d_model] = [number('token'), number('feature'), number('d_model')];
  const sum = answer.state.loss === 'sum';
  return {
    needs: sum ? 'all_outputs' : 'one_output',
    error: sum ? undefined : token * d_model + feature,
    given: sum ? {} : { token: String(token), feature: String(feature) },
  };
}

function about(name: GradientElement['name']): Quantity['about'] {
  if (name === 'grad_pre_activation') return 'gradient_activation';
  return /_(w|b)\d$/.test(name) ? 'gradient_sum' : 'gradient';
}

function gradient(
  place: Place,
  { name, activation, index, row, column }: GradientElement,
): Quantity {
  const { needs, error, given } = error_of(place);
  const text = index_text(index);
  return {
    about: about(name),
    formula: `${name}${text} = ${formulas[name](index.slice(0, -1), column)}`,
    sum: { tensor: name, activation, row, column, error },
    of_example: true,
    python: {
      numpy: { needs: [needs, 'gradients'], result: `${name}${text}` },
      pytorch: { needs: [needs, 'gradients'], result: `${tensor_of(name)}.grad${text}` },
    },
    given,
    names: names_of(activation),
  };
}

const activation_of = ({ answer }: Place, branch: string | undefined): ActivationKind =>
  branch === 'relu' ? 'relu' : answer.state.gelu;

/** An element of a tensor with the shape of the pass. */
function of_pass(
  place: Place,
  name: GradientElement['name'],
  branch: string | undefined,
  path: string,
) {
  const element = element_at(shape_at(place, path), Number(place.parts.at(-1)));
  return gradient(place, { name, activation: activation_of(place, branch), ...element });
}

/** Explains the numbers of the recipe `backward.gradients`. */
export function gradients(place: Place): Quantity | undefined {
  const [name = '', branch] = place.parts;
  if (name === 'grad_output') {
    const at = index_text(element_at(shape_at(place, name), Number(branch)).index);
    const { needs, given } = error_of(place);
    return {
      about: 'gradient_output',
      of_example: true,
      python: in_both([needs], `grad_output${at}`),
      given,
      names: names_of(place.answer.state.gelu),
    };
  }
  if (name === 'grad_hidden') return of_pass(place, name, undefined, name);
  if (name === 'grad_x' || name === 'grad_pre_activation')
    return of_pass(place, name, branch, `${name}.${branch}`);
  return undefined;
}

interface Windows {
  readonly units: readonly [number, number];
  readonly features: readonly [number, number];
}

/** Explains the numbers of the recipe `backward.weight_gradients`, which has a window of them. */
export function weight_gradients(place: Place): Quantity | undefined {
  const [name = '', branch, index] = place.parts;
  const { units, features } = place.answer.value as Windows;
  const flat = Number(index);
  const activation = activation_of(place, branch);
  if (name === 'grad_b1' || name === 'grad_b2') {
    const column = (name === 'grad_b1' ? units : features)[0] + flat;
    return gradient(place, { name, activation, index: [column], row: 0, column });
  }
  if (name !== 'grad_w1' && name !== 'grad_w2') return undefined;
  const [rows, columns] = name === 'grad_w1' ? [units, features] : [features, units];
  const width = columns[1] - columns[0];
  const [row, column] = [rows[0] + Math.floor(flat / width), columns[0] + (flat % width)];
  return gradient(place, { name, activation, index: [row, column], row, column });
}

/** Explains the numbers of the recipe `backward.unit_path`: the gradients of one hidden unit. */
export function unit_path(place: Place): Quantity | undefined {
  const [part = '', name = '', index = ''] = place.parts;
  const { unit, token, d_ff, shape, first_feature } = place.answer.value as {
    readonly unit: number;
    readonly token: number;
    readonly d_ff: number;
    readonly shape: readonly number[];
    readonly first_feature: number;
  };
  const hidden_shape = [...shape.slice(0, -1), d_ff];
  const of_token = (key: GradientElement['name'], branch?: string) =>
    gradient(place, {
      name: key,
      activation: activation_of(place, branch),
      ...element_at(hidden_shape, token * d_ff + unit),
    });
  if (part === 'pre_activation')
    return pass_element(place, part, element_at(hidden_shape, Number(name) * d_ff + unit));
  if (part === 'grad_hidden') return of_token(part);
  const activation = activation_of(place, part);
  if (name === 'grad_pre_activation') return of_token(name, part);
  if (name === 'grad_b1')
    return gradient(place, { name, activation, index: [unit], row: 0, column: unit });
  if (name !== 'grad_w1') return undefined;
  const column = first_feature + Number(index);
  return gradient(place, { name, activation, index: [unit, column], row: unit, column });
}
