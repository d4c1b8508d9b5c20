/** Quantities beside the two passes: activations at a point, sparsity, counts, and dropout. */
import { value_at } from '../numbers/path.ts';
import {
  activation_formulas,
  count_in_both,
  in_both,
  names_of,
  pieces,
  type Place,
  type Quantity,
} from './quantity.ts';
import { pass_element } from './pass_quantities.ts';
import type { CurveKind } from '../words/curve_kinds.ts';
import { python_float64, type Piece } from './python.ts';

/** Explains the activations and their slopes at the recipe's x: `gelu.value.0`. */
export function activation_at(place: Place): Quantity | undefined {
  const [kind = '', what = '', index = ''] = place.parts;
  const points = value_at(place.answer.value, 'x') as Float32Array | undefined;
  const x = points?.[Number(what === '' ? kind : index)];
  if (x === undefined || !['value', 'derivative'].includes(what)) return undefined;
  const given = { x: python_float64(x) };
  const names = names_of(kind);
  const formula = activation_formulas[kind as CurveKind];
  if (what === 'value')
    return {
      about: 'activation',
      formula: `${kind}(z) = ${formula.value}`,
      of_example: false,
      given,
      names,
      python: {
        numpy: { needs: ['activation'], result: 'activation(x)' },
        pytorch: {
          needs: ['activation'],
          result: 'activation(torch.tensor(x, dtype=torch.double))',
        },
      },
    };
  return {
    about: 'slope',
    formula: `${kind}′(z) = ${formula.derivative}`,
    of_example: false,
    given,
    names,
    python: {
      numpy: { needs: ['activation_slope'], result: 'activation_slope(x)' },
      pytorch: { needs: ['slope'], result: 'point.grad' },
    },
  };
}

const conditions: Readonly<Record<string, string>> = {
  zero: 'hidden == 0',
  not_positive: 'hidden <= 0',
  small: 'abs(hidden) < threshold',
};

/** Explains the numbers of the recipe `hidden.sparsity`. */
export function sparsity(place: Place): Quantity | undefined {
  const [branch = '', name = ''] = place.parts;
  const share = name.endsWith('_share');
  const condition = conditions[name.replace(/_share$/, '')];
  const { gelu, threshold } = place.answer.state;
  const activation = branch === 'relu' ? 'relu' : gelu;
  const of_all = { of_example: true, names: { activation } };
  if (name === 'count')
    return {
      about: 'statistic',
      formula: 'n',
      ...of_all,
      python: pieces(['hidden'], { numpy: 'hidden.size', pytorch: 'hidden.numel()' }, true),
    };
  if (condition === undefined || place.parts.length > 2) return undefined;
  return {
    about: 'sparsity',
    formula: `|{ ${condition.replace('==', '=').replace('<=', '≤')} }|${share ? ' / n' : ''}`,
    ...of_all,
    ...(condition.includes('threshold') && { given: { threshold: python_float64(threshold) } }),
    python: {
      numpy: { needs: ['hidden'], result: `(${condition}).${share ? 'mean' : 'sum'}()` },
      pytorch: {
        needs: ['hidden'],
        result: share ? `(${condition}).double().mean()` : `(${condition}).sum()`,
      },
    },
  };
}

/** Explains the numbers of the recipe `hidden.attended_unit`: one element of each tensor. */
export function attended_unit(place: Place): Quantity | undefined {
  const [key = ''] = place.parts;
  const { attended } = place.answer.state;
  const network = place.answer.value as Readonly<Record<string, unknown>>;
  if (attended === undefined || network[key] === undefined) return undefined;
  const { token, feature } = attended;
  const element = { index: [token, feature], row: token, column: feature };
  const found = pass_element(place, key, element);
  const base = key.replace(/_(gelu|relu)$/, '');
  const at = `.reshape(-1, w1.shape[0])[${token}, ${feature}]`;
  return { ...found, python: in_both([base], `${base}${at}`) };
}

/** Returns what explains a count, whose program is given some numbers. */
const counted = (
  needs: string,
  formula: string,
  result: string,
  given: Readonly<Record<string, string>>,
): Quantity => ({
  about: 'count',
  formula,
  of_example: false,
  given,
  python: count_in_both([needs], result),
});

const as_python = (formula: string) => formula.replaceAll('·', '*');

/** The counts of a layer's parameters, with the products and sums that they are. */
function layer_counts(bias: boolean, ratio: string): Readonly<Record<string, string>> {
  const plus = (biases: string) => (bias ? ` + ${biases}` : '');
  const [linear1, linear2] = [`d_model · d_ff${plus('d_ff')}`, `d_ff · d_model${plus('d_model')}`];
  return {
    d_ff: `${ratio} · d_model`,
    linear1,
    linear2,
    parameters: `(${linear1}) + (${linear2})`,
    attention: '4 · (d_model · d_model + d_model)',
    norms: '2 · 2 · d_model',
    block: 'attention + norms + parameters',
  };
}

/** Numbers that follow from the counts of a layer or a model. */
const from_counts: Readonly<Record<string, string>> = {
  share_of_block: 'parameters / block',
  per_attention: 'parameters / attention',
  feed_forward_share: 'feed_forward / parameters',
  bytes: '4 · parameters',
  operations: '2 · (d_model · d_ff + d_ff · d_model)',
};

/** Returns the formula of a number and its expression in a program. */
function formula_of(counts: Readonly<Record<string, string>>, name: string) {
  const [count, further] = [counts[name], from_counts[name]];
  if (count !== undefined) return { formula: count, result: name };
  return further === undefined ? undefined : { formula: further, result: as_python(further) };
}

/** Explains the numbers of `cost.ratios` and `cost.doubled`: `rows.2.parameters`. */
export function ratio_counts(place: Place): Quantity | undefined {
  const [, row = '', name = ''] = place.parts;
  const number = (key: string) => String(value_at(place.answer.value, `rows.${row}.${key}`));
  const { d_model, bias } =
    place.answer.recipe === 'cost.doubled' ? { d_model: 768, bias: true } : place.answer.state;
  const found = formula_of(layer_counts(bias, number('ratio')), name);
  const given = {
    d_model: String(d_model),
    d_ff: number('d_ff'),
    bias: bias ? 'True' : 'False',
  };
  return found && counted('counts', found.formula, found.result, given);
}

const model_counts: Readonly<Record<string, string>> = {
  token_embedding: '50257 · d_model',
  position_embedding: '1024 · d_model',
  attention: 'n_layers · 4 · (d_model · d_model + d_model)',
  feed_forward: 'n_layers · (2 · d_model · d_ff + d_ff + d_model)',
  norms: '(2 · n_layers + 1) · 2 · d_model',
  parameters: 'token_embedding + position_embedding + attention + feed_forward + norms',
};

/** Explains the numbers of `cost.reference`: `models.0.parameters`. */
export function model_count(place: Place): Quantity | undefined {
  const [, index = '', name = ''] = place.parts;
  const number = (key: string) => String(value_at(place.answer.value, `models.${index}.${key}`));
  const found = formula_of(model_counts, name);
  const given = { n_layers: number('n_layers'), d_model: number('d_model') };
  return found && counted('model_counts', found.formula, found.result, given);
}

/** Expressions for the numbers that `dropout.experiment` measures and expects. */
const dropout_results: Readonly<Record<string, string>> = {
  evaluation: 'evaluation',
  theory_variance: 'theory_variance',
  mean: 'samples.mean()',
  variance: 'samples.var(ddof=1)',
  count: 'len(samples)',
};

/** Numbers of the mask of the first pass. */
const mask_results: Readonly<Record<string, string>> = {
  units: 'masks.shape[1]',
  dropped: 'masks[0].sum()',
  factor: 'factors[0].max()',
};

const formulas: Readonly<Record<string, string>> = {
  mean: '(1 / n) · Σᵢ sampleᵢ',
  variance: 'Σᵢ (sampleᵢ − mean)² / (n − 1)',
  factor: '1 / (1 − p)',
};

const theories = {
  hidden: 'p / (1 − p) · Σⱼ (w2[f, j] · hidden[t, j])²',
  output: 'p / (1 − p) · output[t, f]²',
};

/** Returns the expression for a number of the experiment: `mean`, `mask.dropped`, `mask.tensor.5`. */
function dropout_result([part = '', name = '', index = '']: readonly string[]) {
  if (part !== 'mask') return dropout_results[part];
  return name === 'tensor' ? `factors[0, ${index}]` : mask_results[name];
}

/** Explains the numbers of the recipe `dropout.experiment`. */
export function dropout(place: Place): Quantity | undefined {
  const [part = '', name = ''] = place.parts;
  const { gelu, dropout: p, dropout_placement: placement, dropout_passes } = place.answer.state;
  const result = dropout_result(place.parts);
  if (result === undefined) return undefined;
  const number = (path: string) => String(value_at(place.answer.value, path));
  const formula = part === 'theory_variance' ? theories[placement] : formulas[name || part];
  const needs = [`${placement}_dropout`];
  // PyTorch draws other masks than the page, whose generator is NumPy's.
  const in_pytorch: Piece = {
    needs,
    result: result.replace('var(ddof=1)', 'var()'),
    ...(part === 'count' && { plain: true }),
  };
  return {
    about: part === 'theory_variance' ? 'dropout_theory' : 'dropout',
    ...(formula !== undefined && { formula }),
    of_example: true,
    given: {
      p: python_float64(p),
      passes: String(dropout_passes),
      token: number('token'),
      feature: number('feature'),
    },
    names: { ...names_of(gelu), size_of_mask: `w${placement === 'hidden' ? 1 : 2}.shape[0]` },
    ...(['mean', 'variance'].includes(part) && { random: 'pytorch' as const }),
    python: { numpy: { needs, result }, ...(part !== 'mask' && { pytorch: in_pytorch }) },
  };
}
