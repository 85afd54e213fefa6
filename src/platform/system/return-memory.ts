/** Gives back to the system what a busy time has left. */

const returnFreed = await findTrim();

/**
 * V8 waits for more work before it gives back what nobody uses, and glibc keeps what is free between blocks in use. The first needs
 * `--expose-gc`, the second is done on glibc alone; the thread does nothing else for a tenth of a second or more.
 */
export function returnMemory(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  returnFreed();
}

/** `malloc_trim(3)`. */
async function findTrim(): Promise<() => void> {
  const { emitWarning } = process;
  try {
    process.emitWarning = () => {}; // that the module is experimental
    const { dlopen } = await import('node:ffi');
    const { malloc_trim } = dlopen('libc.so.6', {
      malloc_trim: { arguments: ['uint64'], return: 'int32' },
    }).functions;
    return () => malloc_trim(0n);
  } catch {
    return () => {}; // another C library, or a Node without this module
  } finally {
    process.emitWarning = emitWarning;
  }
}
