/** The faults that a run finds. */

export type Finding = {
  sentence: string;
  /** The id to search the journal for. */
  subject?: string;
};
