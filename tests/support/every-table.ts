/** A row for every table, with values that are easily corrupted in files. */
import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { DatabaseSchema } from '#database/schema.ts';
import { defaultDeliveryRules } from '#domain/delivery/rules.ts';

/** Line and column separators, escapes, and text that looks like NULL. */
export const oddText = 'a\tb\nc\r\nd\\N \\. "e",\u2028 ünï😀 \\x00 NULL';

export const imageKey = `${'ab'.repeat(20)}-400x300`;
const image = `/images/${imageKey}-400.jpg`;

/** Inserts a row into each table, referenced tables first. A new table does not compile without its row. */
export async function fillEveryTable(db: Database): Promise<void> {
  for (const [table, row] of Object.entries(makeRows())) {
    await db
      .insertInto(table as keyof DatabaseSchema)
      .values(row as never)
      .execute();
  }
}

function makeRows(): {
  [Table in Exclude<keyof DatabaseSchema, 'schema_releases'>]: Insertable<DatabaseSchema[Table]>;
} {
  const id = () => randomUUIDv7();
  const at = new Date('2026-02-03T04:05:06.789Z');
  const [person, part, purchase, order, payment] = [id(), id(), id(), id(), id()];
  const [refund, basket] = [id(), id()];
  const times = { created_at: at, updated_at: at };
  const ofOrder = { id: id(), order_id: order };
  return {
    people: { id: person, name: oddText, email: 'a@example.com', email_verified: true, image, ...times },
    sessions: { id: id(), person_id: person, token: 'token', expires_at: at, ...times },
    credentials: { id: id(), person_id: person, account_id: 'a', provider_id: 'b', ...times },
    verifications: { id: id(), identifier: 'a', value: oddText, expires_at: at, ...times },
    parts: {
      ...{ id: part, sku: 'A', category: 'memory', brand: '', name: oddText, description: oddText, image },
      ...{ price_cents: null, stock: 0, minimum_order: 1, slug: 'a', ...times },
      specs: JSON.stringify({ odd: oddText, number: 1e-7 }),
    },
    part_slugs: { category: 'memory', slug: 'a', part_id: part },
    part_words: { part_number: 1, recipe: 1, words: `'it''s':1A 'b\\\\c':2` },
    search_words: { word: '\\N' },
    purchases: { id: purchase, buyer_id: person, order_count: 1, placed_at: at, ...agreedDelivery },
    delivery_rules: {
      version: 1,
      document: JSON.stringify(defaultDeliveryRules),
      saved_by: person,
      saved_at: at,
    },
    orders: { part_id: part, buyer_id: person, id: order, purchase_id: purchase, ...makeOrderRow(at) },
    order_moves: { ...ofOrder, from_state: null, to_state: 'unpaid', actor_id: person, moved_at: at },
    shipment_details: { ...ofOrder, told_by: person, told_at: at },
    payments: {
      ...{ id: payment, purchase_id: purchase, order_id: order, amount_cents: 200, status: 'open' },
      ...times,
    },
    payment_attempts: { id: id(), payment_id: payment, provider_id: 'a', outcome: 'declined', tried_at: at },
    refunds: {
      ...{ ...ofOrder, id: refund, payment_id: payment, amount_cents: 100, reason: oddText },
      ...{ returned_units: 0, status: 'pending', ...times },
    },
    refund_shares: { refund_id: refund, order_id: order, amount_cents: 100 },
    stock_movements: { id: id(), part_id: part, order_id: order, units: -2, reason: 'order', moved_at: at },
    money_movements: {
      ...{ ...ofOrder, payment_id: payment, kind: 'charge', provider_id: 'a', amount_cents: 200 },
      moved_at: at,
    },
    reviews: { id: id(), author_name: '', author_id: person, review: oddText, rating: 4.5, created_at: at },
    baskets: { id: basket, person_id: person, merged_at: at, left_out: 1, used_at: at, created_at: at },
    basket_lines: { basket_id: basket, part_id: part, quantity: 2, seen_price_cents: 100, added_at: at },
    ...makeSingleRows(at),
    ...makeInvoiceRows({ purchase, payment, at }),
    ...makeAddressRows({ person, order, at }),
    ...makeRowsAbout({ person, order, payment, at }),
    admin_changes: {
      ...{ id: id(), admin_id: null, subject: 'parts', subject_id: part, changed_at: at },
      ...{ before: null, after: JSON.stringify({ odd: oddText }) },
    },
  };
}

function makeAddressRows({ person, order, at }: { person: string; order: string; at: Date }) {
  const { address } = agreedDelivery;
  return {
    profiles: { person_id: person, education: 'a', location: oddText, link: '', updated_at: at },
    saved_addresses: { id: randomUUIDv7(), person_id: person, is_default: true, saved_at: at, address },
    address_corrections: {
      ...{ id: randomUUIDv7(), order_id: order, before: oddText, after: oddText },
      ...{ corrected_by: person, corrected_at: at },
    },
  };
}

const agreedDelivery = {
  address: JSON.stringify({ country: 'BD', name: oddText, line1: oddText, phone: '1' }),
  delivery: JSON.stringify({ name: oddText, priceCents: 50 }),
  delivery_cents: 50,
  billing: JSON.stringify({ company: oddText, vatNumber: 'DE123456789' }),
  tax_name: oddText.slice(0, 30),
  tax_rate: 887,
  tax_rate_tenths: 5,
};

function makeOrderRow(at: Date) {
  return {
    ...{ buyer_name: oddText, buyer_email: 'a@example.com', location: oddText, phone: '1' },
    ...{ part_name: oddText, part_image: image, unit_price_cents: 100, quantity: 2, total_cents: 200 },
    ...{ delivery_cents: 50, state: 'unpaid' as const, placed_at: at, updated_at: at, expires_at: at },
  };
}

function makeRowsAbout({
  person,
  order,
  payment,
  at,
}: Record<'person' | 'order' | 'payment', string> & { at: Date }) {
  const ofOrder = { id: randomUUIDv7(), order_id: order };
  return {
    idempotency_keys: {
      ...{ person_id: person, key: oddText, request: 'a', created_at: at },
      answer: JSON.stringify({ odd: oddText }),
    },
    disputes: {
      ...{ ...ofOrder, payment_id: payment, provider_id: 'a', amount_cents: 100, reason: 'a', status: 'b' },
      ...{ opened_at: at, updated_at: at, is_refundable: false },
    },
  };
}

function makeInvoiceRows({ purchase, payment, at }: Record<'purchase' | 'payment', string> & { at: Date }) {
  const invoice = randomUUIDv7();
  return {
    invoice_counters: { series: 'invoice' as const, last: 1 },
    invoices: {
      ...{
        id: invoice,
        series: 'invoice' as const,
        number: 1,
        kind: 'invoice' as const,
        purchase_id: purchase,
      },
      ...{ payment_id: payment, total_cents: 200, tax_cents: 26, issued_at: at },
      content: JSON.stringify({ odd: oddText }),
    },
    invoice_files: {
      ...{ invoice_id: invoice, pdf: Buffer.from([0, 10, 13, 92, 255]), sha256: 'ab'.repeat(32) },
      made_at: at,
    },
  };
}

/** Of tables that refer to no other. */
function makeSingleRows(at: Date) {
  return {
    webhook_events: { id: 'a', type: 'b', happened_at: at, received_at: at },
    event_cursors: { provider: 'a', caught_up_to: at },
    ceo_letters: { email: 'a@example.com', written_at: at },
    attempts: { key: 'a', count: 1, until: at },
    builds: { id: '23456789bc', parts: `${randomUUIDv7()}*2.owned`, created_at: at },
    uploaded_pictures: { key: imageKey, uploaded_at: at },
    settings: { name: 'name', value: oddText, version: 1, updated_at: at },
    alert_mails: { period: '2026-02-03', made_at: at },
    alerts: {
      ...{ id: randomUUIDv7(), kind: 'order' as const, subject_id: randomUUIDv7(), happened_at: at },
      period: '2026-02-03',
    },
  };
}
