/** Structured data of a part's page for search engines: schema.org as JSON-LD. */
import type { PartPage } from '#app/pages/part/part-view.ts';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import * as paths from '#kernel/paths.ts';
import { makeRatingData } from '#reviews/components/rating-data.ts';

export function makeProductData(part: PartPage, dollars: string, shopName: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: part.name,
    description: part.description || undefined,
    sku: part.sku,
    mpn: part.mpn,
    gtin: part.gtin,
    category: categoryLabels[part.category].singular,
    url: part.canonical,
    image: [part.preview.address],
    ...(part.brand ? { brand: { '@type': 'Brand', name: part.brand } } : {}),
    offers: makeOffer(part, dollars, shopName),
    ...makeRatingData(part.reviews),
    additionalProperty: part.groups.flatMap(({ rows }) =>
      rows.map(({ label, value }) => ({ '@type': 'PropertyValue', name: label, value })),
    ),
  };
}

function makeOffer(part: PartPage, dollars: string, shopName: string) {
  return {
    '@type': 'Offer',
    url: part.canonical,
    price: dollars,
    priceCurrency: 'USD',
    availability: `https://schema.org/${part.isSoldOut ? 'OutOfStock' : 'InStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    eligibleQuantity: { '@type': 'QuantitativeValue', minValue: part.minimumOrder },
    seller: { '@type': 'Organization', name: shopName },
    shippingDetails: part.shippingDetails,
    hasMerchantReturnPolicy: makeReturnPolicy(part.publicUrl),
  };
}

/** The money-back promise. It is bound to authenticity and not to days, so no category of schema.org is true of it. */
function makeReturnPolicy(publicUrl: string) {
  return {
    '@type': 'MerchantReturnPolicy',
    merchantReturnLink: publicUrl + paths.moneyBack,
    returnMethod: 'https://schema.org/ReturnByMail',
    refundType: 'https://schema.org/FullRefund',
  };
}

export function makeBreadcrumbData(steps: readonly { name: string; address: string }[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: address,
    })),
  };
}
