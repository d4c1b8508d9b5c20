import type { Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';
import { gpt2_models } from './reference_costs.ts';

/** The chosen width with d_ff of 1, 2, 4 and 8 times as many units. */
export function ratios({ lab }: Given, { d_model, bias }: State) {
  return { rows: lab.ratio_costs({ d_model, bias }) };
}

/** Networks of the two widths that the task compares. */
export function widths({ lab }: Given) {
  const of = (d_model: number) => lab.ratio_costs({ d_model, bias: true });
  return { small: of(512), large: of(1024) };
}

/** Attention of the chosen width, in a text as long as GPT-2 reads. */
export function attention({ lab }: Given, { d_model }: State) {
  return lab.attention_cost({ d_model, seq_len: 1024 });
}

/** GPT-2's width with the usual ratio and its double. */
export function doubled({ lab }: Given) {
  return { rows: lab.ratio_costs({ d_model: 768, bias: true, ratios: [4, 8] }) };
}

/** Published models. */
export function reference({ lab }: Given) {
  return {
    models: gpt2_models.map(({ n_layers, d_model }) => ({
      n_layers,
      d_model,
      ...lab.model_cost({ n_layers, d_model }),
    })),
  };
}
