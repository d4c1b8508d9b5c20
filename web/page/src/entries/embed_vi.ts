import titles from 'virtual:step_titles/vi';
import messages from '../words/messages/vi.json';
import { begin } from './first_paint.ts';

begin(
  'vi',
  { ...messages, ...titles },
  import.meta.glob('../{charts,explanations,steps/*}/messages/vi.json', { import: 'default' }),
  () => import('../embed.tsx'),
);
