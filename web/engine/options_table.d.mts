export function options_tables(): string;
