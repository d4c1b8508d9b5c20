import messages from './messages/en.json';
import { begin } from './first_paint.ts';

begin('en', messages, import.meta.glob('./lazy/*/messages/en.json', { import: 'default' }));
