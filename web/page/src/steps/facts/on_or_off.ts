import { t } from '../../words/i18n.ts';

export const on_or_off = (on: boolean): string => t(on ? 'facts.on' : 'facts.off');
