/** The data that the page of a part shows. */
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationRow } from '#catalogue/rules/specifications.ts';
import type { ZonePromise } from '#delivery/components/delivery-cost.tsx';
import type { makeShippingDetails } from '#delivery/components/shipping-data.ts';
import type { ShownReviews } from '#reviews/components/review-section.tsx';
import type { PreviewImage } from '#ui/components/page-meta.ts';

export type PartDetails = {
  id: string;
  category: Category;
  slug: string;
  to: string;
  name: string;
  brand: string;
  image: string;
  alt: string;
  stock: number;
  minimumOrder: number;
  price: string | undefined;
  pricePerGb: string | undefined;
  isSoldOut: boolean;
};

export type SpecificationGroup = { group: string; rows: SpecificationRow[] };

export type PartPage = PartDetails & {
  sku: string;
  mpn: string | undefined;
  gtin: string | undefined;
  /** The name, with the SKU where an earlier part of the category has the same name. */
  title: string;
  /** The image is the shop's own, drawn from the specification. */
  isIllustrated: boolean;
  /** Its ports and plugs. */
  secondImage: { address: string; alt: string } | undefined;
  description: string;
  dollars: string | undefined;
  minimumOrderPrice: string | undefined;
  /** 'incl. 15% VAT' */
  includedTax: string | undefined;
  groups: SpecificationGroup[];
  reviews: ShownReviews;
  similar: PartDetails[];
  /** Of the similar ones; '2 ns faster for $6.00 more'. */
  better: { name: string; to: string; advantage: string }[];
  /** The default one first; empty: it cannot be delivered. */
  deliveryZones: ZonePromise[];
  shippingDetails: ReturnType<typeof makeShippingDetails>;
  comparisonPath: string | undefined;
  /** A build that begins with it. */
  buildPath: string | undefined;
  companions: { name: string; to: string }[];
  /** What becomes of the money when the part is not what it claims to be. */
  moneyBack: string;
  canonical: string;
  publicUrl: string;
  preview: PreviewImage;
};
