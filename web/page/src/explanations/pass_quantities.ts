/** Quantities of the forward pass: elements of its tensors, and their statistics. */
import type { ActivationKind } from 'ffn-lab';
import {
  activation_formulas,
  element_at,
  in_both,
  index_text,
  names_of,
  pieces,
  shape_at,
  type Element,
  type Place,
  type Quantity,
} from './quantity.ts';
import type { Framework } from './python.ts';
import type { State } from '../state/state.ts';

type Base = 'x' | 'pre_activation' | 'hidden' | 'output';

type GeluKind = State['gelu'];

/** Returns the tensor's name in a program and the activation that it has passed. */
function tensor_named(key: string, gelu: GeluKind) {
  const [, base = key, branch = 'gelu'] = /^(\w+?)(?:_(gelu|relu))?$/.exec(key) ?? [];
  return { base: base as Base, activation: branch === 'relu' ? ('relu' as const) : gelu };
}

const needs_of = (base: Base): readonly string[] => (base === 'x' ? ['tensors'] : [base]);

/**
 * Returns what explains one element of a tensor of the pass; `key` is its name in an answer,
 * `before` the path of its pre-activation there.
 */
export function pass_element(
  place: Place,
  key: string,
  { index, row, column }: Element,
  before?: string,
): Quantity {
  const { base, activation } = tensor_named(key, place.answer.state.gelu);
  const at = index_text(index);
  const of_token = index_text([...index.slice(0, -1), 'k']);
  const common = {
    of_example: true,
    python: in_both(needs_of(base), `${base}${at}`),
    names: names_of(activation),
  };
  switch (base) {
    case 'x':
      return { about: 'input', ...common };
    case 'hidden':
      return {
        about: 'activation',
        formula: `hidden${at} = ${activation}(pre_activation${at}); ${activation}(z) = ${activation_formulas[activation].value}`,
        ...(before !== undefined && {
          factors: [[`pre_activation${at}`, before, 'precise']] as const,
        }),
        ...common,
      };
    case 'pre_activation':
      return {
        about: 'linear',
        formula: `pre_activation${at} = b1[${column}] + Σₖ x${of_token} · w1[${column}, k]`,
        sum: { tensor: base, activation, row, column },
        ...common,
      };
    case 'output':
      return {
        about: 'linear',
        formula: `output${at} = b2[${column}] + Σₖ hidden${of_token} · w2[${column}, k]`,
        sum: { tensor: base, activation, row, column },
        ...common,
      };
  }
}

interface Statistic {
  readonly formula: string;
  readonly result: (tensor: string) => Readonly<Record<Framework, string>>;
}

const same = (result: (tensor: string) => string) => (tensor: string) => ({
  numpy: result(tensor),
  pytorch: result(tensor),
});

/** The statistics of a tensor, by their names in a summary. */
const statistics: Readonly<Record<string, Statistic>> = {
  count: {
    formula: 'n',
    result: (tensor) => ({ numpy: `${tensor}.size`, pytorch: `${tensor}.numel()` }),
  },
  mean: { formula: 'μ = (1 / n) · Σᵢ aᵢ', result: same((tensor) => `${tensor}.mean()`) },
  standard_deviation: {
    formula: '√( Σᵢ (aᵢ − μ)² / (n − 1) )',
    result: (tensor) => ({ numpy: `${tensor}.std(ddof=1)`, pytorch: `${tensor}.std()` }),
  },
  minimum: { formula: 'minᵢ aᵢ', result: same((tensor) => `${tensor}.min()`) },
  maximum: { formula: 'maxᵢ aᵢ', result: same((tensor) => `${tensor}.max()`) },
  negative_share: {
    formula: '|{ i : aᵢ < 0 }| / n',
    result: (tensor) => ({
      numpy: `(${tensor} < 0).mean()`,
      pytorch: `(${tensor} < 0).double().mean()`,
    }),
  },
  largest_finite_magnitude: {
    formula: 'maxᵢ |aᵢ|',
    result: same((tensor) => `abs(${tensor}).max()`),
  },
};

/** Returns what explains a statistic of any tensor; without programs. */
export function statistic(name: string): Quantity | undefined {
  const known = statistics[name];
  return known && { about: 'statistic', formula: known.formula, of_example: false, python: {} };
}

function summary(place: Place, key: string, name: string): Quantity | undefined {
  const [found, known] = [statistic(name), statistics[name]];
  if (found === undefined || known === undefined) return undefined;
  const { base, activation } = tensor_named(key, place.answer.state.gelu);
  return {
    ...found,
    ...(name !== 'count' && { factors: [['n', `summaries.${key}.count`, 'count']] as const }),
    of_example: true,
    python: pieces(needs_of(base), known.result(base), name === 'count'),
    names: names_of(activation),
  };
}

const sizes: Readonly<Record<string, Readonly<Record<Framework, string>>>> = {
  d_model: { numpy: 'w1.shape[1]', pytorch: 'w1.shape[1]' },
  d_ff: { numpy: 'w1.shape[0]', pytorch: 'w1.shape[0]' },
  parameter_count: {
    numpy: 'w1.size + b1.size + w2.size + b2.size',
    pytorch: 'sum(tensor.numel() for tensor in (w1, b1, w2, b2))',
  },
};

function size(name: string): Quantity | undefined {
  const results = sizes[name];
  if (results === undefined) return undefined;
  const counted = name === 'parameter_count';
  return {
    about: 'count',
    ...(counted && {
      formula: 'd_model · d_ff + d_ff + d_ff · d_model + d_model',
      factors: ['d_model', 'd_ff'].map((one) => [one, one, 'count'] as const),
    }),
    of_example: true,
    python: pieces(['tensors'], results, true),
  };
}

/** Explains the numbers of the recipe `forward.pass`. */
export function pass(place: Place): Quantity | undefined {
  const [part = '', name = '', index = ''] = place.parts;
  const { gelu } = place.answer.state;
  if (part === 'tensors')
    return pass_element(
      place,
      name,
      element_at(shape_at(place, `tensors.${name}`), Number(index)),
      `tensors.pre_activation.${index}`,
    );
  if (part === 'summaries') return summary(place, name, index);
  if (part === 'sum') {
    const at = index_text(element_at(shape_at(place, 'sum'), Number(name)).index);
    return {
      about: 'residual',
      formula: `x${at} + output${at}`,
      of_example: true,
      python: in_both(['output'], `(x + output)${at}`),
      names: names_of(gelu),
    };
  }
  if (part === 'mean_absolute_difference')
    return {
      about: 'distance',
      formula: `(1 / n) · Σᵢ |${gelu}: outputᵢ − relu: outputᵢ|`,
      of_example: true,
      python: in_both(['both', gelu], `abs(network(${gelu}) - network(relu)).mean()`),
    };
  return size(part);
}

/** Explains the numbers of the recipe `feed_forward.products`: the trace of one element. */
export function products(place: Place): Quantity | undefined {
  const [part = '', index = ''] = place.parts;
  const value = place.answer.value as {
    readonly layer: 'linear1' | 'linear2';
    readonly activation: ActivationKind;
    readonly token: number;
    readonly feature: number;
  };
  const { layer, activation, token, feature } = value;
  const first = layer === 'linear1';
  const [input, weight, bias, output] = first
    ? (['x', 'w1', 'b1', 'pre_activation'] as const)
    : (['hidden', 'w2', 'b2', 'output'] as const);
  const at = `.reshape(-1, ${output}.shape[-1])[${token}, ${feature}]`;
  const x = `${input}.reshape(-1, ${input}.shape[-1])[${token}, ${index}]`;
  const w = `${weight}[${feature}, ${index}]`;
  const common = { of_example: true, names: names_of(activation) };
  const of = (about: Quantity['about'], result: string, formula?: string): Quantity => ({
    about,
    ...(formula !== undefined && { formula }),
    ...common,
    python: in_both([output], result),
  });
  if (part === 'terms')
    return {
      ...of(
        'term',
        `${x} * ${w}`,
        `${input}[${token}, ${index}] · ${weight}[${feature}, ${index}]`,
      ),
      factors: [
        [`${input}[${token}, ${index}]`, `input.${index}`, 'precise'],
        [`${weight}[${feature}, ${index}]`, `weight.${index}`, 'precise'],
      ],
    };
  if (part === 'input') return of(first ? 'input' : 'activation', x);
  if (part === 'weight') return of('weight', w);
  if (part === 'bias') return of('weight', `${bias}[${feature}]`);
  if (part !== 'sum' && part !== 'computed') return undefined;
  return {
    ...of(
      'linear',
      `${output}${at}`,
      `${output}[${token}, ${feature}] = ${bias}[${feature}] + Σₖ ${input}[${token}, k] · ${weight}[${feature}, k]`,
    ),
    sum: { tensor: output, activation, row: token, column: feature },
  };
}
