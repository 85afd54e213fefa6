/** What a search was taken for, where it is not what was typed, to the letter and in all its words. */

export function SearchOutcome({
  q,
  meant,
  isPartial,
}: {
  q: string;
  /** What was searched for instead of a typing error. */
  meant: string | undefined;
  /** No part has all the words: these have the most of them. */
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
