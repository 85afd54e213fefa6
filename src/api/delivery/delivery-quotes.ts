/** The routes of quotes of delivery, and of the fields of addresses. */
import type { FastifyInstance } from 'fastify';
import { presentTax } from '#api/presenters.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import {
  listCountriesEndpoint,
  quoteDeliveryEndpoint,
  readAddressFieldsEndpoint,
} from '#contract/delivery/delivery-quotes.ts';
import { findPartsByIds } from '#database/catalogue/parts.ts';
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { countryCodes, listAddressFields, nameCountry } from '#domain/delivery/addresses.ts';
import { makeDeliveredLine, type QuotedMethod, quoteDelivery } from '#domain/delivery/quote.ts';
import { centsToDollars } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';

export function deliveryQuoteRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const { db } = services;

  registerEndpoint(app, services, quoteDeliveryEndpoint, async ({ body, at }) => {
    const parts = await findPartsByIds(
      db,
      body.lines.map(({ partsId }) => partsId),
    );
    const lines = body.lines.flatMap(({ partsId, quantity }) =>
      parts.filter(({ id }) => id === partsId).map((part) => makeDeliveredLine(part, quantity)),
    );
    if (lines.length < body.lines.length) return { refused: 'part-not-found' };
    const { rules } = await findDeliveryRules(db);
    const quote = quoteDelivery(rules, { address: body.address, lines, now: at });
    if (isRefused(quote)) return quote;
    return {
      methods: quote.methods.map(presentMethod),
      timeZone: rules.calendar.timeZone,
      weight: quote.grams,
      isWeightEstimated: quote.isWeightEstimated,
    };
  });

  registerEndpoint(app, services, listCountriesEndpoint, async () => {
    const { rules } = await findDeliveryRules(db);
    const countries = countryCodes.map((code) => ({ code, name: nameCountry(code) }));
    return {
      home: rules.homeCountry,
      countries: countries.sort((one, other) => one.name.localeCompare(other.name, 'en')),
    };
  });

  registerEndpoint(app, services, readAddressFieldsEndpoint, async ({ query }) =>
    listAddressFields(query.country),
  );
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
