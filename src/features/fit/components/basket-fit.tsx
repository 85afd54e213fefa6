/** In the basket: whether its parts fit together, and the way to the build that they are. */
import { Link } from 'react-router';
import { NotChecked, VerdictBadge } from '#fit/components/build-findings.tsx';
import type { ShownVerdict } from '#fit/rules/verdicts.ts';

export type BasketFitView = {
  /** Its parts as an address names them. */
  text: string;
  path: string;
  findings: { verdict: ShownVerdict; sentence: string }[];
  /** What must be known before ordering; undefined when all fits. */
  warning: string | undefined;
  neverChecked: string[];
};

export function BasketFit({ fit }: { fit: BasketFitView | undefined }) {
  if (!fit) return null;
  return (
    <section className="basket-fit" aria-labelledby="basket-fit" data-chosen={fit.text}>
      <h2 className="text-xl" id="basket-fit">
        Do these parts fit together?
      </h2>
      <ul>
        {fit.findings.map(({ verdict, sentence }) => (
          <li key={sentence}>
            <VerdictBadge verdict={verdict} /> {sentence}
          </li>
        ))}
      </ul>
      <NotChecked sentences={fit.neverChecked} />
      <p>
        <Link className="link" to={fit.path} rel="nofollow">
          Open them as a build
        </Link>
        : see every check, and what goes with them.
      </p>
    </section>
  );
}
