/** Panel that opens the user's own model file and runs and analyses its feed-forward networks. */
import { useEffect } from 'preact/hooks';
import { Paragraph } from '../../words/message.tsx';
import { store } from '../../numbers/store.ts';
import './checkpoint.css';
import './figures.css';
import { InputPart, LayerPart } from './layer_part.tsx';
import { NeuronPart } from './neuron_page.tsx';
import { MapPart, RankingPart } from './neurons.tsx';
import { FilePart } from './open_file.tsx';
import { open_source } from './opening.ts';
import { ProfilePart } from './profile.tsx';
import { opened } from './state.ts';
import { AblationPart, VariantsPart } from './what_if.tsx';

export { legend } from './legend.tsx';

export function Panel() {
  // The page's address may name the sample.
  useEffect(() => {
    if (store.model.peek() === 'sample' && opened.peek() === undefined) void open_source('sample');
  }, []);
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
          <MapPart />
          <div class="checkpoint_columns">
            <RankingPart />
            <NeuronPart />
          </div>
          <AblationPart />
          <ProfilePart />
          <VariantsPart />
        </>
      )}
    </div>
  );
}
