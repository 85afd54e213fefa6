/** After a session has ended: a log in in another tab, so that this page keeps what was typed. */
import * as paths from '#kernel/paths.ts';
export function LogInElsewhere() {
  return (
    <a className="link" href={paths.logIn} target="_blank" rel="noreferrer">
      Log in in another tab
    </a>
  );
}
