/** Strip of the example network above the steps that work on it, with linked attention and the keys for token and element. */
import { shown_pass } from '../numbers/forward_pass.ts';
import type { Pass } from '../numbers/forward_pass.ts';
import { t } from '../words/i18n.ts';
import { HeroChain } from './hero_chain.tsx';
import { use_network_keys } from './network_keys.ts';

function Keys({ pass }: { readonly pass: Pass }) {
  use_network_keys(pass);
  return null;
}

export function NetworkStrip() {
  const pass = shown_pass();
  return (
    <div class="network_strip" role="group" aria-label={t('page.network')}>
      <HeroChain compact />
      {pass && <Keys pass={pass} />}
    </div>
  );
}
