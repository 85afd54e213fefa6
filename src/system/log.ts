/** How the parts of a running shop log what happens to them. */

/** Takes one plain sentence; the level is `info` unless given. */
export type Log = (sentence: string, level?: 'info' | 'warn' | 'error') => void;
