/** How a search was corrected or relaxed: another spelling, or parts with most of the words. */
export function SearchOutcome({
  q,
  meant,
  isPartial,
}: {
  q: string;
  meant: string | undefined;
  isPartial: boolean;
}) {
  return (
    <>
      {meant && `Nothing is called “${q}”`}
      {meant && !isPartial && (
        <>
          . This is what we have for <strong>“{meant}”</strong>.
        </>
      )}
      {isPartial && (
        <>
          {meant ? ', and no' : 'No'} part has all the words of <strong>“{meant ?? q}”</strong>. These have
          the most of them.
        </>
      )}
    </>
  );
}
