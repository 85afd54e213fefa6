/** How a search was corrected or relaxed: another spelling, or parts with most of the words. */
export function SearchOutcome({
  q,
  correction,
  isPartial,
}: {
  q: string;
  correction: string | undefined;
  isPartial: boolean;
}) {
  return (
    <>
      {correction && `Nothing is called “${q}”`}
      {correction && !isPartial && (
        <>
          . This is what we have for <strong>“{correction}”</strong>.
        </>
      )}
      {isPartial && (
        <>
          {correction ? ', and no' : 'No'} part has all the words of <strong>“{correction ?? q}”</strong>.
          These have the most of them.
        </>
      )}
    </>
  );
}
