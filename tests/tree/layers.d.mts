export declare function files_below(root: string, folder?: string): string[];
export declare function tree_problems_of(root: string): string[];
