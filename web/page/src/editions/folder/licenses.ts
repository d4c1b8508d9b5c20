/** The texts of all licences lie beside the folders of the languages. */
export const licenses_address = (): string => '../licenses.txt';
