/** Legend entries of tensors whose numbers are shown in cells, and of the steps between tensors. */
import { legend_entry, linked_entry, sample_cell as cell, type Legend } from '../words/legend.tsx';

export const cell_legend: Legend = [
  legend_entry('legend.cell_plus', 'cell_plus', cell('cell_plus', 0.9, '+')),
  legend_entry('legend.cell_minus', 'cell_minus', cell('cell_minus', 0.9, '−')),
  legend_entry('legend.cell_zero', 'cell_zero', cell('cell_zero', 0, '0')),
  legend_entry('legend.cell_error', 'cell_non_finite', cell('cell_non_finite', 0, 'NaN')),
  linked_entry('cell_linked', '.cell'),
  legend_entry(
    'legend.cell_pinned',
    'cell_pinned',
    cell('cell_plus cell_pinned', 0.3, '+'),
    '.cell',
  ),
];

export const tensor_steps_legend: Legend = [
  legend_entry('legend.step', 'step_arrow', <span class="step_arrow" />),
  legend_entry(
    'legend.branch',
    'branch_gelu branch_relu',
    <span class="legend_branches">
      <span class="legend_solid" />
      <span class="legend_dashed" />
    </span>,
  ),
];
