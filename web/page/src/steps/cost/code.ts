/** Programs for the counts of parameters and operations. */
import type { CodeState, NumberName, Program } from '../../numbers/as_code.ts';

export function cost_code({ call, tensor, index }: NumberName, { d_model, bias }: CodeState): Program {
  const sizes = tensor.match(/\d+/g) ?? [];
  if (tensor.startsWith('ratios ')) {
    const [first, second, width] = sizes;
    return { lines: [], result: `lab.ratio_costs({ d_model: ${width}, bias: true, ratios: [${first}, ${second}] })[1].${index}` };
  }
  if (call === 'ratio_costs') {
    const ratio = tensor.replace('ratio ', '');
    return {
      lines: [],
      result: `lab.ratio_costs({ d_model: ${d_model}, bias: ${bias} }).find(({ ratio }) => ratio === ${ratio}).${index}`,
    };
  }
  const names = call === 'model_cost' ? ['n_layers', 'd_model'] : ['d_model', 'd_ff'];
  const options = names.map((name, position) => `${name}: ${sizes[position]}`).join(', ');
  return { lines: [], result: `lab.${call}({ ${options} }).${index}` };
}
