/** The expected error of a start; its message is for the owner. */

export class StartupRefusal extends Error {
  override name = 'StartupRefusal';
}
