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
  const d_ff = attended.feature + 1;
  const found = pass_element(
    place,
    key,
    [attended.token + 1, d_ff],
    attended.token * d_ff + attended.feature,
  );
  const base = key.replace(/_(gelu|relu)$/, '');
  const at = `.reshape(-1, w1.shape[0])[${attended.token}, ${attended.feature}]`;
  return { ...found, python: in_both([base], `${base}${at}`) };
}

/** The counts of a layer's parameters, with the products and sums that they are. */
const counts: Readonly<Record<string, string>> = {
  d_ff: 'd_ff',
  linear1: 'd_model · d_ff + d_ff',
  linear2: 'd_ff · d_model + d_model',
  parameters: '(d_model · d_ff + d_ff) + (d_ff · d_model + d_model)',
  attention: '4 · (d_model · d_model + d_model)',
  norms: '2 · 2 · d_model',
  block: 'attention + norms + parameters',
  share_of_block: 'parameters / block',
  per_attention: 'parameters / attention',
  bytes: '4 · parameters',
  operations: '2 · (d_model · d_ff + d_ff · d_model)',
};

const count_results: Readonly<Record<string, string>> = {
  share_of_block: 'parameters / block',
  per_attention: 'parameters / attention',
  bytes: '4 * parameters',
  operations: '2 * (d_model * d_ff + d_ff * d_model)',
};

/** Explains the numbers of `cost.ratios` and `cost.doubled`: `rows.2.parameters`. */
export function ratio_counts(place: Place): Quantity | undefined {
  const [, row = '', name = ''] = place.parts;
  const formula = counts[name];
  if (formula === undefined) return undefined;
  const d_ff = value_at(place.answer.value, `rows.${row}.d_ff`);
  const ratio = value_at(place.answer.value, `rows.${row}.ratio`);
  const state =
    place.answer.recipe === 'cost.doubled' ? { d_model: 768, bias: true } : place.answer.state;
  const without_bias = (text: string) =>
    state.bias
      ? text
      : text.replace(/^\(?d_model · d_ff.*/, (one) =>
          one.replaceAll(/ \+ d_(ff|model)(?! ·)/g, ''),
        );
  return {
    about: 'count',
    formula: name === 'd_ff' ? `${String(ratio)} · d_model` : without_bias(formula),
    of_example: false,
    given: {
      d_model: String(state.d_model),
      d_ff: String(d_ff),
      bias: state.bias ? 'True' : 'False',
    },
    python: count_in_both(['counts'], count_results[name] ?? name),
  };
}

const model_counts: Readonly<Record<string, string>> = {
  token_embedding: '50257 · d_model',
  position_embedding: '1024 · d_model',
  attention: 'n_layers · 4 · (d_model · d_model + d_model)',
  feed_forward: 'n_layers · (2 · d_model · d_ff + d_ff + d_model)',
  norms: '(2 · n_layers + 1) · 2 · d_model',
  parameters: 'token_embedding + position_embedding + attention + feed_forward + norms',
  feed_forward_share: 'feed_forward / parameters',
  bytes: '4 · parameters',
};

/** Explains the numbers of `cost.reference`: `models.0.parameters`. */
export function model_count(place: Place): Quantity | undefined {
  const [, index = '', name = ''] = place.parts;
  const formula = model_counts[name];
  if (formula === undefined) return undefined;
  const given = (key: string) => String(value_at(place.answer.value, `models.${index}.${key}`));
  const results: Readonly<Record<string, string>> = {
    feed_forward_share: 'feed_forward / parameters',
    bytes: '4 * parameters',
  };
  return {
    about: 'count',
    formula,
    of_example: false,
    given: { n_layers: given('n_layers'), d_model: given('d_model') },
    python: count_in_both(['model_counts'], results[name] ?? name),
  };
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
