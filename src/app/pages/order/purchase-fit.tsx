/** Whether the parts of a purchase fit together, as it was when they were ordered: on the page of an order, and on the invoice. */
import { listFitSentences, type ShownFit } from '#fit/rules/kept-fit.ts';

export function PurchaseFit({ fit }: { fit: ShownFit | null }) {
  if (!fit) return null;
  return (
    <section className="purchase-fit" aria-labelledby="fit-heading">
      <h4 className="font-semibold" id="fit-heading">
        Do these parts fit together?
      </h4>
      <ul>
        {listFitSentences(fit).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {fit.rulesVersion !== null && (
        <p className="muted text-sm">
          As it was when they were ordered, by version {fit.rulesVersion} of our rules.
        </p>
      )}
    </section>
  );
}
