/**
 * Parts of a step with their own headings, which the jump dialog lists: STEP.PART has the message
 * STEP.PART_title and the anchor STEP_PART.
 */
import { loaded_keys, t, type MessageKey } from './i18n.ts';

type Without<Key, Ending extends string> = Key extends `${infer Part}${Ending}` ? Part : never;
export type PartName = Without<MessageKey, '_title'>;

const ending = '_title';

export const part_anchor = (part: PartName): string => part.replace('.', '_');
export const part_title = (part: PartName): string => t(`${part}${ending}`);

export const folded_part = (part: PartName & Without<MessageKey, '_about'>) => ({
  id: part_anchor(part),
  title: part_title(part),
  about: t(`${part}_about`),
});

/** Returns the parts of the steps whose messages are loaded. */
export const loaded_parts = (): readonly PartName[] =>
  loaded_keys()
    .filter((key) => key.endsWith(ending))
    .map((key) => key.slice(0, -ending.length) as PartName);
