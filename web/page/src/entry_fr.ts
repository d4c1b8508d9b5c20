import messages from './messages/fr.json';
import { start } from './main.tsx';

start('fr', messages);
