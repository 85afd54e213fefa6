/** Imports that src/app/features.ts does not allow and that are still there: the list only gets shorter. */
export const importExceptions: readonly string[] = [];
