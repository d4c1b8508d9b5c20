import type { RankTest } from 'ffn-lab';

/** The usual bound: a difference that chance makes more often than one time in twenty is a hint. */
const usual_level = 0.05;

/** Whether chance would make such a difference too often to speak of more than a hint. */
export const is_hint = ({ p_value }: RankTest): boolean => !(p_value < usual_level);
