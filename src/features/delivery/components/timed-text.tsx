/** A text that holds until a moment: the small script then shows the next one. */
import { useEffect } from 'react';
import { runTimedTexts } from '#delivery/components/run-timed-texts.ts';

export type TimedText = {
  text: string;
  /** From the first time on. */
  next: string;
  /** Two times, with a space between: until the first, and until the second, the texts are true. */
  until: string;
};

export function Timed({ of: { text, next, until }, countsDown }: { of: TimedText; countsDown?: boolean }) {
  return (
    <span data-until={until} data-next={next} data-countdown={countsDown ? '' : undefined}>
      {text}
    </span>
  );
}

/** For pages that the application shows; `of`: what is shown at once when it changes. */
export function useTimedTexts(of?: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows what has changed
  useEffect(runTimedTexts, [of]);
}
