export type Host = 'apache' | 'nginx' | 'caddy' | 'netlify' | 'cloudflare';

/** The policy that a page carries, as a header would say it. */
export declare function policy_in(html: string): string | undefined;

/** Of the files of the folder, and of each single file by its name. */
export declare function read_policies(): { readonly folder: string; readonly single: Readonly<Record<string, string>> };

export declare function headers_for(html: string | undefined): Record<string, string>;

export declare const hosts: Readonly<Record<Host, unknown>>;

export declare function configuration(host: Host, path?: string): string;
