/** The expected error of a start; its message is for the owner. */

/** The message is one sentence that says what to do; it is printed without a stack. */
export class StartupRefusal extends Error {
  override name = 'StartupRefusal';
}
