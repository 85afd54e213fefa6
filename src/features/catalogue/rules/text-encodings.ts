/** What a file of parts is read as; spreadsheets write the last two. */

export const textEncodings = ['UTF-8', 'UTF-16', 'Windows-1252'] as const;

export type TextEncoding = (typeof textEncodings)[number];
