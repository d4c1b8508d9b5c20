import titles from 'virtual:step_titles/en';
import messages from '../words/messages/en.json';
import { begin } from './first_paint.ts';

begin(
  'en',
  { ...messages, ...titles },
  import.meta.glob('../{charts,explanations,steps/*}/messages/en.json', { import: 'default' }),
);
