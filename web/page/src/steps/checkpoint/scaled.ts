/** The neurons to scale: the selected one, or the strongest ones. */
import { computed, signal } from '@preact/signals';
import { store } from '../../numbers/store.ts';
import { checkpoint_resource, layer_request, neuron, opened, shown_ranking } from './state.ts';

export const scaled_groups = ['one', '10', '100'] as const;
export type ScaledGroup = (typeof scaled_groups)[number];
export const scaled_group = signal<ScaledGroup>('one');

export const scaled_neurons = computed((): readonly number[] => {
  if (scaled_group.value !== 'one') return Array.from(shown_ranking.value?.neuron.slice(0, Number(scaled_group.value)) ?? []);
  return neuron.value === undefined ? [] : [neuron.value];
});

export const ablation = checkpoint_resource('ablation', () => {
  const [request, neurons] = [layer_request.value, scaled_neurons.value];
  if (request === undefined || neurons.length === 0) return undefined;
  return { ...request, neurons, factor: store.scale_by.value, site: store.scale_site.value };
});

export const shown_ablation = computed(() =>
  ablation.value.current?.request.opened === opened.value?.id ? ablation.value.current : undefined,
);
