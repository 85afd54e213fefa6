/** The log function of the parts of a running shop. */

export type Log = (sentence: string, level?: 'info' | 'warn' | 'error') => void;
