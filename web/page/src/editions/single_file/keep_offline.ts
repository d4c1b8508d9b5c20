/** The file is the copy. */
export function keep_offline(): void {}
