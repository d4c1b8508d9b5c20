import messages from './messages/vi.json';
import { start } from './main.tsx';

start('vi', messages, import.meta.glob('./late/*/messages/vi.json', { import: 'default' }));
