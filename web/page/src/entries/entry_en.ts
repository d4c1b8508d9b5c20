import messages from '../words/messages/en.json';
import { begin } from './first_paint.ts';

begin('en', messages, import.meta.glob('../steps/*/messages/en.json', { import: 'default' }));
