import messages from './messages/fr.json';
import { start } from './main.tsx';

start('fr', messages, import.meta.glob('./late/*/messages/fr.json', { import: 'default' }));
