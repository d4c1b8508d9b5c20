import messages from './messages/fr.json';
import { begin } from './first_paint.ts';

begin('fr', messages, import.meta.glob('./lazy/*/messages/fr.json', { import: 'default' }));
