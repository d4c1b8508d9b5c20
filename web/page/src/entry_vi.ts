import messages from './messages/vi.json';
import { start } from './main.tsx';

start('vi', messages);
