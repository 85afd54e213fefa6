/** Of a part in a list for a build: whether it fits, and how it joins the build. */
import { Link } from 'react-router';
import { VerdictBadge } from '#fit/components/build-findings.tsx';
import type { ShownVerdict } from '#fit/rules/verdicts.ts';

/** `reasons`: what the worst findings say, unless the part simply fits. */
export type CardFitView = { verdict: ShownVerdict | undefined; reasons: string[]; addPath: string };

/** The verdict opens its reasons, so that rows stay low. */
export function CardFit({ fit: { verdict, reasons } }: { fit: CardFitView }) {
  if (!verdict) return null;
  if (reasons.length === 0) return <VerdictBadge verdict={verdict} />;
  return (
    <details className="part-fit">
      <summary>
        <VerdictBadge verdict={verdict} />
      </summary>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </details>
  );
}

export function AddToBuild({ fit, name }: { fit: CardFitView; name: string }) {
  return (
    <Link className="btn btn-tint btn-sm" to={fit.addPath} rel="nofollow">
      Add <span className="add-where">to build</span> <span className="sr-only">{name}</span>
    </Link>
  );
}
