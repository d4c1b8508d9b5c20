export declare function start_up_code(glue_of: Readonly<Record<string, string>>): string;
