import titles from 'virtual:step_titles/fr';
import messages from '../words/messages/fr.json';
import { begin } from './first_paint.ts';

begin(
  'fr',
  { ...messages, ...titles },
  import.meta.glob('../{charts,explanations,steps/*}/messages/fr.json', { import: 'default' }),
  () => import('../embed.tsx'),
);
