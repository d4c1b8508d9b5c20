export { create as default } from '../raw_module.js';
