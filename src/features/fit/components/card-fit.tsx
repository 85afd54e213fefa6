/** On the card of a part in a list for a build: whether it fits, and how it joins the build. */
import { Link } from 'react-router';
import { VerdictBadge } from '#fit/components/build-findings.tsx';
import type { Verdict } from '#fit/rules/verdicts.ts';

/** `reason`: what the worst finding says, unless the part simply fits. */
export type CardFitView = { verdict: Verdict | undefined; reason: string | undefined; addPath: string };

export function CardFit({ fit: { verdict, reason, addPath }, name }: { fit: CardFitView; name: string }) {
  return (
    <div className="part-fit">
      {verdict && <VerdictBadge verdict={verdict} />}
      {reason && <p className="text-sm">{reason}</p>}
      <Link className="btn btn-tint btn-sm" to={addPath} rel="nofollow">
        Add to build <span className="sr-only">{name}</span>
      </Link>
    </div>
  );
}
