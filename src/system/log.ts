/** The log function of the parts of a running shop. */

/** The default level is `info`. */
export type Log = (sentence: string, level?: 'info' | 'warn' | 'error') => void;
