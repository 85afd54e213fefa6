/** The way on for those whose session has ended while they were at something: this page stays, with what was typed. */
import { paths } from '#domain/paths.ts';
export function LogInElsewhere() {
  return (
    <a className="link" href={paths.logIn} target="_blank" rel="noreferrer">
      Log in in another tab
    </a>
  );
}
