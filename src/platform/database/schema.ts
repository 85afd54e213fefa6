/** The tables of the migrated database as types, written by `npm run shop -- describe-database`. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Facts } from '#catalogue/rules/facts/typed-facts.ts';
import type { Category, StockReason } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import type { Address } from '#delivery/rules/address-fields.ts';
import type { AgreedDelivery } from '#delivery/rules/agreed-delivery.ts';
import type { DeliveryRules } from '#delivery/rules/rules.ts';
import type { InvoiceContent, InvoiceKind, InvoiceSeries } from '#invoices/rules/invoices.ts';
import type { ChangeSubject } from '#kernel/admin-changes.ts';
import type { AlertKind } from '#kernel/alert-kinds.ts';
import type { Cents } from '#kernel/money.ts';
import type { Role } from '#kernel/people.ts';
import type { AttemptOutcome, MoneyKind, PaymentStatus } from '#payments/rules/payments.ts';
import type { RefundStatus } from '#payments/rules/refunds.ts';
import type { Billing } from '#purchases/rules/billing.ts';
import type { OrderState, PaymentNotice } from '#purchases/rules/orders.ts';
import type { CheckState } from '#settings/rules/checklist.ts';

/** Stated when a row is made, and never changed. */
type Fixed<Value, Stated = Value> = ColumnType<Value, Stated, never>;

export type DatabaseSchema = {
  address_corrections: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    before: Fixed<string>;
    after: Fixed<string>;
    corrected_by: Fixed<string>;
    corrected_at: Fixed<Date>;
  };
  admin_changes: {
    id: Fixed<string>;
    admin_id: Fixed<string | null>;
    subject: Fixed<ChangeSubject>;
    subject_id: Fixed<string>;
    before: Fixed<Record<string, unknown> | null, string | null>;
    after: Fixed<Record<string, unknown> | null, string | null>;
    changed_at: Fixed<Date>;
  };
  alert_mails: {
    period: Fixed<string>;
    made_at: Fixed<Date>;
  };
  alerts: {
    id: Fixed<string>;
    kind: Fixed<AlertKind>;
    subject_id: Fixed<string>;
    happened_at: Fixed<Date>;
    period: string | null;
  };
  attempts: {
    key: Fixed<string>;
    count: number;
    until: Date;
  };
  basket_lines: {
    basket_id: Fixed<string>;
    part_id: Fixed<string>;
    quantity: number;
    seen_price_cents: Cents;
    added_at: Date;
  };
  baskets: {
    id: Fixed<string>;
    person_id: Fixed<string | null>;
    merged_at: Date | null;
    left_out: Generated<number>;
    used_at: Date;
    created_at: Fixed<Date>;
  };
  builds: {
    id: Fixed<string>;
    parts: Fixed<string>;
    created_at: Fixed<Date>;
    person_id: Fixed<string | null>;
    name: string | null;
  };
  ceo_letters: {
    email: Fixed<string>;
    written_at: Fixed<Date>;
  };
  credentials: {
    id: Fixed<string>;
    person_id: Fixed<string>;
    account_id: string;
    provider_id: string;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: Date | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    password: string | null;
    created_at: Fixed<Date>;
    updated_at: Date;
    address_was_confirmed: Generated<boolean>;
  };
  delivery_rules: {
    version: Fixed<number>;
    document: Fixed<DeliveryRules, string>;
    saved_by: Fixed<string | null>;
    saved_at: Fixed<Date>;
    changed_in: GeneratedAlways<string>;
  };
  demo_trade: {
    id: Fixed<number, number | undefined>;
    begun_at: Date;
    finished_at: Date | null;
    ended_at: Date | null;
  };
  disputes: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    payment_id: Fixed<string>;
    provider_id: Fixed<string>;
    amount_cents: Cents;
    reason: string;
    status: string;
    respond_by: Date | null;
    opened_at: Fixed<Date>;
    closed_at: Date | null;
    updated_at: Date;
    is_refundable: boolean;
  };
  event_cursors: {
    provider: Fixed<string>;
    caught_up_to: Date;
  };
  idempotency_keys: {
    person_id: Fixed<string>;
    key: Fixed<string>;
    request: Fixed<string>;
    answer: JSONColumnType<Record<string, unknown> | null, string | null, string | null>;
    created_at: Fixed<Date>;
  };
  invoice_counters: {
    series: Fixed<InvoiceSeries>;
    last: number;
  };
  invoice_files: {
    invoice_id: Fixed<string>;
    pdf: Fixed<Buffer>;
    sha256: Fixed<string>;
    made_at: Fixed<Date>;
  };
  invoices: {
    id: Fixed<string>;
    series: Fixed<InvoiceSeries>;
    number: Fixed<number>;
    kind: Fixed<InvoiceKind>;
    purchase_id: Fixed<string>;
    payment_id: Fixed<string>;
    refund_id: Fixed<string | null>;
    invoice_id: Fixed<string | null>;
    total_cents: Fixed<Cents>;
    tax_cents: Fixed<Cents>;
    content: Fixed<InvoiceContent, string>;
    issued_at: Fixed<Date>;
  };
  money_movements: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    payment_id: Fixed<string>;
    kind: Fixed<MoneyKind>;
    provider_id: Fixed<string>;
    amount_cents: Fixed<Cents>;
    moved_at: Fixed<Date>;
  };
  order_moves: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    from_state: Fixed<OrderState | null>;
    to_state: Fixed<OrderState>;
    actor_id: Fixed<string | null>;
    reason: Fixed<string | null>;
    moved_at: Fixed<Date>;
    noticed_through: Fixed<PaymentNotice | null>;
  };
  orders: {
    id: Fixed<string>;
    part_id: Fixed<string>;
    buyer_id: Fixed<string>;
    buyer_name: Fixed<string>;
    buyer_email: Fixed<string>;
    location: string;
    phone: string;
    part_name: Fixed<string>;
    part_image: Fixed<string>;
    unit_price_cents: Fixed<Cents>;
    quantity: Fixed<number>;
    total_cents: Fixed<Cents>;
    state: OrderState;
    transaction_id: string | null;
    carrier: string | null;
    tracking: string | null;
    placed_at: Fixed<Date>;
    updated_at: Date;
    expires_at: Fixed<Date>;
    refunded_cents: Generated<Cents>;
    purchase_id: Fixed<string>;
    delivery_cents: Generated<Cents>;
    promised_by: string | null;
    promised_from: string | null;
    delivered_on: string | null;
  };
  page_texts: {
    page: Fixed<string>;
    version: Fixed<number>;
    text: Fixed<string | null>;
    content: Fixed<Record<string, unknown> | null, string | null>;
    saved_by: Fixed<string | null>;
    saved_at: Fixed<Date>;
    changed_in: GeneratedAlways<string>;
  };
  part_slugs: {
    category: Fixed<Category>;
    slug: Fixed<string>;
    part_id: Fixed<string>;
  };
  parts: {
    id: Fixed<string>;
    sku: string;
    category: Category;
    brand: string;
    name: string;
    description: string;
    image: string | null;
    price_cents: Cents | null;
    stock: number;
    minimum_order: number;
    specs: JSONColumnType<SpecificationValues, string | undefined, string>;
    featured_rank: number | null;
    off_sale_at: Date | null;
    created_at: Fixed<Date>;
    updated_at: Date;
    number: GeneratedAlways<number>;
    changed_in: GeneratedAlways<string>;
    slug: string;
    sales_points: Generated<number>;
    rating_points: Generated<number>;
    file_row: Fixed<number, number | undefined>;
    derived_fields: JSONColumnType<string[], string | undefined, string>;
    low_stock: number | null;
    mpn: string | null;
    gtin: string | null;
    match_key: string | null;
    doubtful_fields: JSONColumnType<string[], string | undefined, string>;
    rating_tenths: number | null;
    weight_grams: number | null;
    described_in: GeneratedAlways<string | null>;
    same_as: number | null;
    facts: JSONColumnType<Facts | null, string | null, string | null>;
    facts_version: Generated<number>;
  };
  payment_attempts: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    provider_id: Fixed<string>;
    outcome: Fixed<AttemptOutcome>;
    code: Fixed<string | null>;
    reason: Fixed<string | null>;
    tried_at: Fixed<Date>;
  };
  payments: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    provider_id: string | null;
    amount_cents: Fixed<Cents>;
    status: PaymentStatus;
    created_at: Fixed<Date>;
    updated_at: Date;
    asked_at: Date | null;
    provider_account: string | null;
    provider_is_live: boolean | null;
    purchase_id: Fixed<string>;
  };
  people: {
    id: Fixed<string>;
    name: string;
    email: string;
    email_verified: boolean;
    image: string | null;
    role: Generated<Role>;
    created_at: Fixed<Date>;
    updated_at: Date;
  };
  probes: {
    item: Fixed<string>;
    state: CheckState;
    sentence: string;
    about: string;
    checked_at: Date;
  };
  profiles: {
    person_id: Fixed<string>;
    education: string;
    location: string;
    phone: string | null;
    link: string;
    updated_at: Date;
  };
  purchases: {
    id: Fixed<string>;
    buyer_id: Fixed<string>;
    order_count: Fixed<number>;
    placed_at: Fixed<Date>;
    address: JSONColumnType<Address | null, string | null, string | null>;
    delivery: Fixed<AgreedDelivery | null, string | null>;
    delivery_cents: Generated<Cents>;
    fit: Fixed<Record<string, unknown> | null, string | null>;
    tax_name: Fixed<string | null>;
    tax_rate: Fixed<number | null>;
    pick_up_at: Fixed<string | null>;
    tax_rate_tenths: Fixed<number, number | undefined>;
    billing: Fixed<Billing | null, string | null>;
  };
  ready_builds: {
    id: Fixed<string>;
    parts: string;
    total_cents: Cents;
    composed_at: Date;
    changed_in: GeneratedAlways<string>;
  };
  refund_lines: {
    refund_id: Fixed<string>;
    order_id: Fixed<string>;
    amount_cents: Fixed<Cents>;
    returned_units: Fixed<number, number | undefined>;
  };
  refunds: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    provider_id: string | null;
    amount_cents: Fixed<Cents>;
    reason: Fixed<string>;
    status: RefundStatus;
    failure: string | null;
    requested_by: Fixed<string | null>;
    created_at: Fixed<Date>;
    succeeded_at: Date | null;
    failed_at: Date | null;
    updated_at: Date;
    made_at_provider: Fixed<boolean, boolean | undefined>;
    elsewhere_at: Date | null;
  };
  reviews: {
    id: Fixed<string>;
    author_name: string;
    author_image: string | null;
    author_id: Fixed<string | null>;
    review: string;
    rating: number;
    created_at: Fixed<Date>;
    part_id: Fixed<string | null>;
    updated_at: Date | null;
    hidden_at: Date | null;
    changed_in: GeneratedAlways<string>;
  };
  saved_addresses: {
    id: Fixed<string>;
    person_id: Fixed<string>;
    address: JSONColumnType<Address>;
    is_default: boolean;
    saved_at: Date;
  };
  schema_releases: {
    migration: Fixed<string>;
    oldest_release: Fixed<string>;
  };
  sessions: {
    id: Fixed<string>;
    person_id: Fixed<string>;
    token: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    created_at: Fixed<Date>;
    updated_at: Date;
  };
  settings: {
    name: Fixed<string>;
    value: string;
    version: number;
    updated_at: Date;
    changed_in: GeneratedAlways<string>;
  };
  shipment_details: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    carrier: Fixed<string | null>;
    tracking: Fixed<string | null>;
    told_by: Fixed<string>;
    told_at: Fixed<Date>;
  };
  stock_movements: {
    id: Fixed<string>;
    part_id: Fixed<string>;
    order_id: Fixed<string | null>;
    units: Fixed<number>;
    reason: Fixed<StockReason>;
    moved_at: Fixed<Date>;
    note: Fixed<string | null>;
  };
  uploaded_pictures: {
    key: Fixed<string>;
    uploaded_at: Date;
    going_at: Date | null;
  };
  verifications: {
    id: Fixed<string>;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Fixed<Date>;
    updated_at: Date;
  };
  webhook_events: {
    id: Fixed<string>;
    type: Fixed<string>;
    happened_at: Fixed<Date>;
    received_at: Fixed<Date>;
  };
};
