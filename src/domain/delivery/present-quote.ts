/** A quote of delivery as it is shown and sent. */
import type { DeliveryQuote, QuotedMethod } from '#domain/delivery/quote.ts';
import { presentTax } from '#domain/invoices/tax.ts';
import { centsToDollars } from '#domain/money.ts';

export function presentQuote({ methods, grams, ...quote }: DeliveryQuote, timeZone: string) {
  const { isPostcodeRequired, isWeightEstimated } = quote;
  return {
    methods: methods.map(presentMethod),
    ...{ timeZone, isPostcodeRequired, weight: grams, isWeightEstimated },
  };
}

function presentMethod({ key, name, zone, priceCents, promise }: QuotedMethod) {
  return {
    key,
    name,
    zone: zone.name,
    pickUpAt: zone.pickUpAt,
    price: centsToDollars(priceCents),
    from: promise.from,
    to: promise.to,
    tax: zone.tax && presentTax(zone.tax),
    orderBy: promise.orderBy.toISOString(),
  };
}
