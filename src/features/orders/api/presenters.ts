/** Presents rows: the specification's field names, dollars and ISO times. */
import type { Part } from '#features/catalogue/contract/parts.ts';
import type { PartRow } from '#features/catalogue/database/parts.ts';
import { describeDoubts } from '#features/catalogue/rules/doubts.ts';
import { choosePartImage } from '#features/catalogue/rules/part-image.ts';
import { type NamedPart, showName } from '#features/catalogue/rules/shown-names.ts';
import type { OrderPromise } from '#features/delivery/rules/agreed-delivery.ts';
import { type Carrier, makeTrackingLink } from '#features/delivery/rules/carriers.ts';
import type { Order } from '#features/orders/contract/orders.ts';
import type { OrderDispute } from '#features/payments/rules/disputes.ts';
import type { ListedPerson } from '#features/people/contract/people.ts';
import type { PersonRow } from '#features/people/database/people.ts';
import type { OrderDelivery } from '#features/purchases/database/order-deliveries.ts';
import type { OrderRow } from '#features/purchases/database/orders.ts';
import type { ListedReview, Review } from '#features/reviews/contract/reviews.ts';
import type { ListedReviewRow, ReviewRow } from '#features/reviews/database/reviews.ts';
import { centsToDollars } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { choosePersonImage } from '#kernel/people.ts';

export function presentPart(part: PartRow & NamedPart): Part {
  return {
    _id: part.id,
    img: choosePartImage(part),
    name: part.name,
    full_name: showName(part),
    description: part.description,
    available_quantity: part.stock,
    minimum_order: part.minimum_order,
    price: part.price_cents === null ? null : centsToDollars(part.price_cents),
    slug: part.slug,
    category: part.category,
    brand: part.brand,
    sku: part.sku,
    mpn: part.mpn,
    gtin: part.gtin,
    off_sale: part.off_sale_at !== null,
    featured: part.featured_rank,
    specs: part.specs,
    derived: part.derived_fields,
  };
}

/** For administrators. */
export function presentManagedPart(part: PartRow & NamedPart): Part {
  const doubts = describeDoubts(part, part.doubtful_fields);
  return { ...presentPart(part), low_stock: part.low_stock, weight_grams: part.weight_grams, doubts };
}

/** `testPayments`: provider ids of its payments in test mode; the others: by order id. */
export type OrderMarks = {
  carriers: readonly Carrier[];
  testPayments: ReadonlySet<string>;
  disputes: ReadonlyMap<string, OrderDispute>;
  shippedAt: ReadonlyMap<string, Date>;
  deliveries: ReadonlyMap<string, OrderDelivery>;
};

export function presentOrder(order: OrderRow, marks: OrderMarks): Order {
  const { carriers, testPayments, disputes, shippedAt } = marks;
  const delivery = marks.deliveries.get(order.id);
  return {
    _id: order.id,
    purchaseId: order.purchase_id,
    partsId: order.part_id,
    partsImg: order.part_image,
    partsName: order.part_name,
    name: order.buyer_name,
    email: order.buyer_email,
    location: order.location,
    phone: order.phone,
    quantity: order.quantity,
    price: centsToDollars(order.unit_price_cents),
    total: centsToDollars(order.total_cents),
    delivery: centsToDollars(order.delivery_cents),
    deliveryMethod: delivery?.method ?? null,
    pickUpAt: delivery?.pickUpAt ?? null,
    promise: delivery?.promise ? presentPromise(delivery.promise) : null,
    paid: order.transaction_id !== null && order.state !== 'refunded',
    status: order.state,
    transactionId: order.transaction_id,
    testPayment: order.transaction_id !== null && testPayments.has(order.transaction_id),
    carrier: order.carrier,
    tracking: order.tracking,
    trackingLink: makeTrackingLink(carriers, order),
    shippedAt: shippedAt.get(order.id)?.toISOString() ?? null,
    refunded: centsToDollars(order.refunded_cents),
    dispute: disputes.get(order.id) ?? null,
    expiresAt: order.state === 'unpaid' ? order.expires_at.toISOString() : null,
    placedAt: order.placed_at.toISOString(),
    updatedAt: order.updated_at.toISOString(),
  };
}

function presentPromise({ ifPaid, ...promise }: OrderPromise): Order['promise'] {
  return { ...promise, ifPaid: ifPaid && { ...ifPaid, by: ifPaid.by.toISOString() } };
}

export function presentPartPage(part: PartRow | undefined): string | null {
  return part && part.off_sale_at === null ? paths.part(part) : null;
}

export function presentReview(review: ReviewRow): Review {
  return {
    _id: review.id,
    partsId: review.part_id,
    img: choosePersonImage(review.author_image),
    name: review.author_name,
    review: review.review,
    rating: review.rating,
    hidden: review.hidden_at !== null,
    postedAt: review.created_at.toISOString(),
  };
}

export function presentListedReview(review: ListedReviewRow): ListedReview {
  return { ...presentReview(review), partsName: review.part_name, bought: review.bought };
}

export function presentPerson(person: PersonRow): ListedPerson {
  return {
    _id: person.id,
    name: person.name,
    email: person.email,
    img: choosePersonImage(person.image),
    role: person.role,
    confirmed: person.email_verified,
    joinedAt: person.created_at.toISOString(),
  };
}
