/** The precedence of parts: which comes first of those that a list would show at the same place. */

export type PrecedencePart = {
  id: string;
  stock: number;
  minimum_order: number;
  featured_rank: number | null;
  /** See `salesPointDays`. */
  sales_points: number;
  /** See `computeRatingPoints`. */
  rating_points: number;
  created_at: Date;
  /** The row of its file, from 1; 0: not imported. */
  file_row: number;
};

/** Each sold unit counts this many points on the day of its order, and one less each day. */
export const salesPointDays = 90;

/** Above any real sum; the sum of points must fit into the precedence. */
export const maxSalesPoints = 2 ** 30 - 1;

/**
 * Hundredths of a star, above or below three stars. Five ratings of three stars are added, so that a single rating does not
 * count like the average of many. From -200 to 200; 0: not rated.
 */
export function computeRatingPoints({ count, sum }: { count: number; sum: number }): number {
  return Math.round((100 * (sum + 3 * addedRatings)) / (count + addedRatings)) - 300;
}

const addedRatings = 5;

/** A part's place among others. */
export type Precedence = {
  /** From 1; higher is better. */
  merit: number;
  /** Milliseconds. */
  addedAt: number;
  fileRow: number;
  id: string;
};

export function readPrecedence(part: PrecedencePart): Precedence {
  return {
    merit: computeMerit(part),
    addedAt: part.created_at.getTime(),
    fileRow: part.file_row,
    id: part.id,
  };
}

/** Negative when `one` comes first: by merit, then the newest import, in it the order of the file. */
export function comparePrecedence(one: Precedence, other: Precedence): number {
  if (one.merit !== other.merit) return other.merit - one.merit;
  if (one.addedAt !== other.addedAt) return other.addedAt - one.addedAt;
  if (one.fileRow !== other.fileRow) return one.fileRow - other.fileRow;
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

/** One number for: parts that can be bought, then our choice, then what sells, then what is rated well. */
export function computeMerit(part: PrecedencePart): number {
  const canBeBought = part.stock >= part.minimum_order ? 2 : 0;
  const isFeatured = part.featured_rank === null ? 0 : 1;
  const sales = Math.min(part.sales_points, maxSalesPoints);
  return ((canBeBought + isFeatured) * (maxSalesPoints + 1) + sales) * ratingSteps + part.rating_points + 201;
}

const ratingSteps = 512;
