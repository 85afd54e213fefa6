/** What the rules say about a build: the worst first, with both numbers, and how to mend it. */
import { Link } from 'react-router';
import { openDbAttribution } from '#fit/rules/attribution.ts';
import type { ShownVerdict } from '#fit/rules/verdicts.ts';

export type BuildFinding = {
  verdict: ShownVerdict;
  sentence: string;
  /** Without an address: why there is none. */
  mend: { text: string; to?: string } | undefined;
};

type BuildFindingsProps = { findings: BuildFinding[]; moreFindings: number; neverChecked: string[] };

export function VerdictBadge({ verdict: { verdict, label } }: { verdict: ShownVerdict }) {
  return <span className={`verdict verdict-${verdict}`}>{label}</span>;
}

export function NotChecked({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return <p>Not checked: {sentences.join('; ')}.</p>;
}

export function BuildFindings({ findings, moreFindings, neverChecked }: BuildFindingsProps) {
  const fitting = findings.filter(({ verdict: { verdict } }) => verdict === 'fits');
  const others = findings.filter(({ verdict: { verdict } }) => verdict !== 'fits');
  return (
    <section className="build-findings" aria-labelledby="findings">
      <h2 className="text-xl" id="findings">
        Does it fit?
      </h2>
      {others.length > 0 && <Findings findings={others} />}
      {fitting.length > 0 && (
        <details open={others.length === 0}>
          <summary>{fitting.length === 1 ? 'One check passed' : `${fitting.length} checks passed`}</summary>
          <Findings findings={fitting} />
        </details>
      )}
      {moreFindings > 0 && (
        <p className="muted text-sm">
          … and {moreFindings} more about these parts. Fewer of a kind make a shorter list.
        </p>
      )}
      <NotChecked sentences={neverChecked} />
      <p className="muted text-sm">The facts are those of the parts’ pages. {openDbAttribution}</p>
    </section>
  );
}

function Findings({ findings }: { findings: readonly BuildFinding[] }) {
  return (
    <ul className="grid gap-3">
      {findings.map(({ verdict, sentence, mend }) => (
        <li key={sentence}>
          <VerdictBadge verdict={verdict} /> <span>{sentence}</span>
          {mend?.to ? (
            <Link className="link" to={mend.to} rel="nofollow">
              {mend.text}
            </Link>
          ) : (
            mend && <span className="muted">{mend.text}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
