import { load } from 'ffn-lab';

export const lab = load({ varient: 'simd' });
