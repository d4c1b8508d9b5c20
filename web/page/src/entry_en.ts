import messages from './messages/en.json';
import { start } from './main.tsx';

start('en', messages, import.meta.glob('./late/*/messages/en.json', { import: 'default' }));
