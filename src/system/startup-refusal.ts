/** The one error that a start may end with on purpose: its message is the sentence that the owner reads. */

/** Promises a message of one clear sentence that says what to do; whoever catches it prints that, and no stack. */
export class StartupRefusal extends Error {
  override name = 'StartupRefusal';
}
