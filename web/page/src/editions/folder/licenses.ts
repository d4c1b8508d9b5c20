/** Returns the address of the licence texts, a file beside the language folders. */
export const licenses_address = (): string => '../licenses.txt';
