/** The error of a refused start; the owner reads only its message. */

/** A sentence that says what to do, and the exit code. */
export class StartRefusal extends Error {
  /** @param {string} sentence @param {number} [exitCode] */
  constructor(sentence, exitCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
