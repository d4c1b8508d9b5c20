import messages from './messages/vi.json';
import { begin } from './first_paint.ts';

begin('vi', messages, import.meta.glob('./lazy/*/messages/vi.json', { import: 'default' }));
