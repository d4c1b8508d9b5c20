import type { Builder } from '../../core/as_code.ts';
import { Message } from '../../components/message.tsx';
import { data_programs } from './data_code.ts';
import { OwnData } from './own_data.tsx';
import { Seeds } from './seeds.tsx';
import { WeightsFiles } from './weights_files.tsx';
import './training.css';

/** Programs of the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = { ...data_programs };

export function Panel() {
  return (
    <div class="training">
      <p>
        <Message id="training.lead" />
      </p>
      <OwnData />
      <Seeds />
      <WeightsFiles />
    </div>
  );
}
