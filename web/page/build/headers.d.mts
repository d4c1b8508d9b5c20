export type Host = 'apache' | 'nginx' | 'caddy' | 'netlify' | 'cloudflare';

/** Returns the policy of a page's meta element as a header value. */
export declare function policy_in(html: string): string | undefined;

/**
 * Returns the policy of the folder, that of the pages for embedded figures, and that of each single
 * file by its name.
 */
export declare function read_policies(): {
  readonly folder: string;
  readonly embed: string;
  readonly single: Readonly<Record<string, string>>;
};

export declare function headers_for(html: string | undefined): Record<string, string>;

export declare const hosts: Readonly<Record<Host, unknown>>;

export declare function configuration(host: Host, path?: string): string;
