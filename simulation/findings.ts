/** What a run found wrong. */

export type Finding = {
  sentence: string;
  /** The id of what it is about, by which the journal is searched. */
  subject?: string;
};
