/** How a search was corrected or relaxed: another spelling, or parts with most of the words. */
export function SearchOutcome({
  q,
  correction,
  isPartial,
  missing = [],
}: {
  q: string;
  correction: string | undefined;
  isPartial: boolean;
  /** Typed words that none of the parts has. */
  missing?: readonly string[] | undefined;
}) {
  return (
    <>
      {correction && `Nothing was found for “${q}”`}
      {correction && !isPartial && (
        <>
          . These are the results for <strong>“{correction}”</strong>.
        </>
      )}
      {isPartial && (
        <>
          {correction ? ', and no' : 'No'} part has all the words of <strong>“{correction ?? q}”</strong>.
          These parts have most of them{missing.length > 0 && `, but not “${missing.join('” or “')}”`}.
        </>
      )}
    </>
  );
}
