/** Panel that opens the user's own model file and runs and analyses its feed-forward networks. */
import { useEffect } from 'preact/hooks';
import { Paragraph } from '../../controls/message.tsx';
import { store } from '../../state/store.ts';
import './checkpoint.css';
import './figures.css';
import { InputPart, LayerPart } from './layer_part.tsx';
import { NeuronPart } from './neuron_page.tsx';
import { MapPart, RankingPart } from './neurons.tsx';
import { FilePart } from './open_file.tsx';
import { keep_address, open_source } from './opening.ts';
import { layer_shown, layer_state } from './answers.ts';
import { ProfilePart } from './profile.tsx';
import { opened } from './state.ts';
import { VariantsPart } from './variants.tsx';
import { AblationPart } from './what_if.tsx';

export { legend } from './legend.tsx';

/** Dimmed while they show the layer before the one that is read. */
const Figures = () => (
  <div class={layer_state.value === 'read' ? undefined : 'checkpoint_stale'}>
    <MapPart />
    <div class="checkpoint_columns">
      <RankingPart />
      <NeuronPart />
    </div>
    <AblationPart />
    <ProfilePart />
    <VariantsPart />
  </div>
);

export function Panel() {
  const address = store.model.value;
  useEffect(() => {
    // The page's address may name the sample; a model that is open stays, the user's own above all.
    if (opened.peek() !== undefined) keep_address();
    else if (address === 'sample') void open_source('sample');
  }, [address]);
  return (
    <div class="checkpoint">
      <Paragraph class="checkpoint_lead" id="checkpoint.lead" />
      <FilePart />
      {opened.value && (
        <>
          <div class="checkpoint_columns">
            <InputPart />
            <LayerPart />
          </div>
          {layer_shown.value && <Figures />}
        </>
      )}
    </div>
  );
}
