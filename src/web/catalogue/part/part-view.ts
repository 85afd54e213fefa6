/** What the page of a part shows, and what of a part others show. */
import type { Category } from '#domain/catalogue/parts.ts';
import type { SpecificationRow } from '#domain/catalogue/specifications.ts';
import type { CardReview } from '#web/reviews/review-card.tsx';

/** A part as its page, its similar ones and comparisons show it. */
export type PartDetails = {
  id: string;
  category: Category;
  slug: string;
  /** The path of its page. */
  to: string;
  name: string;
  brand: string;
  image: string;
  alt: string;
  stock: number;
  minimumOrder: number;
  /** For people to read; undefined while it has none. */
  price: string | undefined;
  pricePerGb: string | undefined;
  isSoldOut: boolean;
};

export type SpecificationGroup = { group: string; rows: SpecificationRow[] };

export type PartPage = PartDetails & {
  sku: string;
  /** Its name, with the SKU where another part of the category had that name before. */
  title: string;
  description: string;
  /** For machines to read: '99.99'. */
  dollars: string | undefined;
  /** What the smallest order costs, where that is more than one unit. */
  smallestOrder: string | undefined;
  groups: SpecificationGroup[];
  rating: { average: number; count: number } | undefined;
  reviews: CardReview[];
  /** The path that shows all reviews, where not all are shown. */
  allReviews: string | undefined;
  similar: PartDetails[];
  /** The path of the comparison with the nearest of them. */
  comparison: string | undefined;
  canonical: string;
  publicUrl: string;
  /** The absolute address of its picture. */
  picture: string;
};
