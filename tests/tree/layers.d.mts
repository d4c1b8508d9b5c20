export declare function tree_problems_of(root: string): string[];
