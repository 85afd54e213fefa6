/** The error that a start ends with on purpose; its message is all that the owner reads. */

/** One clear sentence that says what to do, and the exit code. */
export class StartRefusal extends Error {
  /** @param {string} sentence @param {number} [exitCode] */
  constructor(sentence, exitCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
