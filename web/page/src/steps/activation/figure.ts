/** Data of the curves for export: x, then each activation with its derivative. */
import type { Resource } from '../../numbers/resource.ts';
import { table_of, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';

export function curve_data(current: Resource<'activation'>['current']): FigureData | undefined {
  if (current === undefined) return undefined;
  const { request, reply } = current;
  const curves = Object.entries(reply.curves).flatMap(([kind, curve]) =>
    curve === undefined ? [] : [vector(`${kind}.value`, curve.value), vector(`${kind}.derivative`, curve.derivative)],
  );
  const tensors = [vector('x', reply.x), ...curves];
  return { call: 'activation', arguments: request, tensors, table: table_of(tensors) };
}
