/** Panel that opens the user's own model file and runs and analyses its feed-forward networks. */
import { useEffect } from 'preact/hooks';
import { Message } from '../../words/message.tsx';
import { store } from '../../numbers/store.ts';
import { AblationPart } from './ablation.tsx';
import './checkpoint.css';
import './figures.css';
import { InputPart } from './input_choice.tsx';
import { LayerPart } from './layer_part.tsx';
import { MapPart } from './neuron_map.tsx';
import { NeuronPart } from './neuron_page.tsx';
import { FilePart } from './open_file.tsx';
import { open_source } from './opening.ts';
import { ProfilePart } from './profile.tsx';
import { RankingPart } from './ranking.tsx';
import { opened } from './state.ts';
import { VariantsPart } from './variants.tsx';

export { legend } from './legend.tsx';

/** Opens the sample file if the page's address names it. */
function use_sample_of_address(): void {
  useEffect(() => {
    if (store.model.peek() === 'sample' && opened.peek() === undefined) void open_source('sample');
  }, []);
}

export function Panel() {
  use_sample_of_address();
  return (
    <div class="checkpoint">
      <p class="checkpoint_lead">
        <Message id="checkpoint.lead" />
      </p>
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
