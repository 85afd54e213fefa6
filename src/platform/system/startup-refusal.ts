/** The expected error of a start; its message is for the owner. */

/** EX_CONFIG and EX_TEMPFAIL of sysexits.h: by the first a supervisor knows that a restart does not help. */
export type RefusedExitCode = 78 | 75;

export class StartupRefusal extends Error {
  override name = 'StartupRefusal';
  readonly exitCode: RefusedExitCode;

  constructor(message: string, exitCode: RefusedExitCode = 78) {
    super(message);
    this.exitCode = exitCode;
  }
}
