/** The database's tables as types; `tests/integration/schema.test.ts` compares them with the migrations. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Generated, Immutable, ImmutableOptional, Json, Optional } from '#database/column-types.ts';
import type {
  AddressCorrectionsTable,
  DeliveryRulesTable,
  PurchasesTable,
  SavedAddressesTable,
  ShipmentDetailsTable,
} from '#database/delivery-tables.ts';
import type {
  InvoiceCountersTable,
  InvoiceFilesTable,
  InvoicesTable,
} from '#database/invoices/invoice-tables.ts';
import type { ChangeSubject } from '#domain/administration/admin-changes.ts';
import type { AlertKind } from '#domain/administration/alerts.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import type { SpecificationValues } from '#domain/catalogue/specifications.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { MoneyKind, StockReason } from '#domain/payments/ledgers.ts';
import type { AttemptOutcome, PaymentNotice, PaymentStatus } from '#domain/payments/payments.ts';
import type { RefundStatus } from '#domain/payments/refunds.ts';
import type { Role } from '#domain/people/people.ts';

export type DatabaseSchema = {
  people: PeopleTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  verifications: VerificationsTable;
  parts: PartsTable;
  part_slugs: PartSlugsTable;
  part_words: PartWordsTable;
  search_words: SearchWordsTable;
  purchases: PurchasesTable;
  orders: OrdersTable;
  order_moves: OrderMovesTable;
  shipment_details: ShipmentDetailsTable;
  address_corrections: AddressCorrectionsTable;
  payments: PaymentsTable;
  payment_attempts: PaymentAttemptsTable;
  refunds: RefundsTable;
  refund_shares: RefundSharesTable;
  disputes: DisputesTable;
  webhook_events: WebhookEventsTable;
  event_cursors: EventCursorsTable;
  stock_movements: StockMovementsTable;
  money_movements: MoneyMovementsTable;
  reviews: ReviewsTable;
  profiles: ProfilesTable;
  saved_addresses: SavedAddressesTable;
  ceo_letters: CeoLettersTable;
  attempts: AttemptsTable;
  uploaded_pictures: UploadedPicturesTable;
  idempotency_keys: IdempotencyKeysTable;
  admin_changes: AdminChangesTable;
  settings: SettingsTable;
  alert_mails: AlertMailsTable;
  alerts: AlertsTable;
  baskets: BasketsTable;
  basket_lines: BasketLinesTable;
  builds: { id: Immutable<string>; parts: Immutable<string>; created_at: Immutable<Date> };
  delivery_rules: DeliveryRulesTable;
  invoice_counters: InvoiceCountersTable;
  invoices: InvoicesTable;
  invoice_files: InvoiceFilesTable;
  schema_releases: SchemaReleasesTable;
};

type PeopleTable = {
  id: Immutable<string>;
  name: string;
  email: string;
  email_verified: boolean;
  image: Optional<string>;
  role: ColumnType<Role, Role | undefined, Role>;
  created_at: Immutable<Date>;
  updated_at: Date;
};

type SessionsTable = {
  id: Immutable<string>;
  person_id: Immutable<string>;
  token: string;
  expires_at: Date;
  ip_address: Optional<string>;
  user_agent: Optional<string>;
  created_at: Immutable<Date>;
  updated_at: Date;
};

type CredentialsTable = {
  id: Immutable<string>;
  person_id: Immutable<string>;
  account_id: string;
  provider_id: string;
  access_token: Optional<string>;
  refresh_token: Optional<string>;
  id_token: Optional<string>;
  access_token_expires_at: Optional<Date>;
  refresh_token_expires_at: Optional<Date>;
  scope: Optional<string>;
  password: Optional<string>;
  address_was_confirmed: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: Immutable<Date>;
  updated_at: Date;
};

type VerificationsTable = {
  id: Immutable<string>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Immutable<Date>;
  updated_at: Date;
};

type PartsTable = {
  id: Immutable<string>;
  sku: string;
  category: Category;
  brand: string;
  name: string;
  description: string;
  image: Optional<string>;
  price_cents: Optional<number>;
  stock: number;
  minimum_order: number;
  specs: JSONColumnType<SpecificationValues, string | undefined, string>;
  featured_rank: Optional<number>;
  off_sale_at: Optional<Date>;
  created_at: Immutable<Date>;
  updated_at: Date;
  number: Generated<number>;
  changed_in: Generated<string>;
  described_in: Generated<string | null>;
  slug: string;
  sales_points: ColumnType<number, number | undefined, number>;
  rating_points: ColumnType<number, number | undefined, number>;
  rating_tenths: ColumnType<number | null, number | null | undefined, number | null>;
  file_row: ColumnType<number, number | undefined, never>;
  derived_fields: JSONColumnType<string[], string | undefined, string>;
  mpn: Optional<string>;
  gtin: Optional<string>;
  match_key: Optional<string>;
  low_stock: Optional<number>;
  doubtful_fields: JSONColumnType<string[], string | undefined, string>;
  weight_grams: Optional<number>;
};

type PartSlugsTable = {
  category: Immutable<Category>;
  slug: Immutable<string>;
  part_id: Immutable<string>;
};

type PartWordsTable = {
  part_number: Immutable<number>;
  recipe: number;
  words: string;
};

type SearchWordsTable = {
  word: Immutable<string>;
};

type OrdersTable = {
  id: Immutable<string>;
  part_id: Immutable<string>;
  buyer_id: Immutable<string>;
  buyer_name: Immutable<string>;
  buyer_email: Immutable<string>;
  location: string;
  phone: string;
  part_name: Immutable<string>;
  part_image: Immutable<string>;
  unit_price_cents: Immutable<number>;
  quantity: Immutable<number>;
  total_cents: Immutable<number>;
  state: OrderState;
  transaction_id: Optional<string>;
  carrier: Optional<string>;
  tracking: Optional<string>;
  placed_at: Immutable<Date>;
  updated_at: Date;
  expires_at: Immutable<Date>;
  refunded_cents: ColumnType<number, number | undefined, number>;
  purchase_id: Immutable<string>;
  delivery_cents: ColumnType<number, number | undefined, number>;
  promised_from: Optional<string>;
  promised_by: Optional<string>;
};

type OrderMovesTable = {
  id: Immutable<string>;
  order_id: Immutable<string>;
  from_state: ColumnType<OrderState | null, OrderState | null, never>;
  to_state: Immutable<OrderState>;
  actor_id: ColumnType<string | null, string | null, never>;
  reason: ColumnType<string | null, string | null | undefined, never>;
  noticed_through: ImmutableOptional<PaymentNotice>;
  moved_at: Immutable<Date>;
};

type PaymentsTable = {
  id: Immutable<string>;
  order_id: Immutable<string>;
  provider_id: Optional<string>;
  amount_cents: Immutable<number>;
  status: PaymentStatus;
  created_at: Immutable<Date>;
  updated_at: Date;
  asked_at: Optional<Date>;
  provider_account: Optional<string>;
  provider_is_live: Optional<boolean>;
  purchase_id: Immutable<string>;
};

type PaymentAttemptsTable = {
  id: Immutable<string>;
  payment_id: Immutable<string>;
  provider_id: Immutable<string>;
  outcome: Immutable<AttemptOutcome>;
  code: ImmutableOptional<string>;
  reason: ImmutableOptional<string>;
  tried_at: Immutable<Date>;
};

type RefundsTable = {
  id: Immutable<string>;
  order_id: Immutable<string>;
  payment_id: Immutable<string>;
  provider_id: Optional<string>;
  amount_cents: Immutable<number>;
  reason: Immutable<string>;
  returned_units: Immutable<number>;
  status: RefundStatus;
  failure: Optional<string>;
  requested_by: ImmutableOptional<string>;
  made_at_provider: ColumnType<boolean, boolean | undefined, never>;
  created_at: Immutable<Date>;
  succeeded_at: Optional<Date>;
  failed_at: Optional<Date>;
  updated_at: Date;
  elsewhere_at: Optional<Date>;
};

type RefundSharesTable = {
  refund_id: Immutable<string>;
  order_id: Immutable<string>;
  amount_cents: Immutable<number>;
};

type DisputesTable = {
  id: Immutable<string>;
  order_id: Immutable<string>;
  payment_id: Immutable<string>;
  provider_id: Immutable<string>;
  amount_cents: number;
  reason: string;
  status: string;
  respond_by: Optional<Date>;
  opened_at: Immutable<Date>;
  closed_at: Optional<Date>;
  is_refundable: boolean;
  updated_at: Date;
};

type WebhookEventsTable = {
  id: Immutable<string>;
  type: Immutable<string>;
  happened_at: Immutable<Date>;
  received_at: Immutable<Date>;
};

type EventCursorsTable = {
  provider: Immutable<string>;
  caught_up_to: Date;
};

type StockMovementsTable = {
  id: Immutable<string>;
  part_id: Immutable<string>;
  order_id: ImmutableOptional<string>;
  units: Immutable<number>;
  reason: Immutable<StockReason>;
  moved_at: Immutable<Date>;
};

type MoneyMovementsTable = {
  id: Immutable<string>;
  order_id: Immutable<string>;
  payment_id: Immutable<string>;
  kind: Immutable<MoneyKind>;
  provider_id: Immutable<string>;
  amount_cents: Immutable<number>;
  moved_at: Immutable<Date>;
};

type ReviewsTable = {
  id: Immutable<string>;
  author_name: string;
  author_image: Optional<string>;
  author_id: ColumnType<string | null, string | null, never>;
  review: string;
  rating: ColumnType<number, number, number>;
  part_id: ColumnType<string | null, string | null | undefined, never>;
  created_at: Immutable<Date>;
  updated_at: Optional<Date>;
  hidden_at: Optional<Date>;
  changed_in: Generated<string>;
};

type AttemptsTable = {
  key: Immutable<string>;
  count: number;
  until: Date;
};

type UploadedPicturesTable = {
  key: Immutable<string>;
  uploaded_at: Date;
  going_at: Optional<Date>;
};

type ProfilesTable = {
  person_id: Immutable<string>;
  education: string;
  location: string;
  phone: Optional<string>;
  link: string;
  updated_at: Date;
};

type CeoLettersTable = {
  email: Immutable<string>;
  written_at: Immutable<Date>;
};

type IdempotencyKeysTable = {
  person_id: Immutable<string>;
  key: Immutable<string>;
  request: Immutable<string>;
  answer: ColumnType<Json | null, string | null, string>;
  created_at: Immutable<Date>;
};

type AdminChangesTable = {
  id: Immutable<string>;
  admin_id: ColumnType<string | null, string | null, never>;
  subject: Immutable<ChangeSubject>;
  subject_id: Immutable<string>;
  before: ColumnType<Json | null, string | null, never>;
  after: ColumnType<Json | null, string | null, never>;
  changed_at: Immutable<Date>;
};

type SettingsTable = {
  name: Immutable<string>;
  value: string;
  version: number;
  updated_at: Date;
  changed_in: Generated<string>;
};

type AlertMailsTable = {
  period: Immutable<string>;
  made_at: Immutable<Date>;
};

type AlertsTable = {
  id: Immutable<string>;
  kind: Immutable<AlertKind>;
  subject_id: Immutable<string>;
  happened_at: Immutable<Date>;
  period: Optional<string>;
};

type BasketsTable = {
  id: Immutable<string>;
  person_id: ImmutableOptional<string>;
  merged_at: Optional<Date>;
  left_out: ColumnType<number, number | undefined, number>;
  used_at: Date;
  created_at: Immutable<Date>;
};

type BasketLinesTable = {
  basket_id: Immutable<string>;
  part_id: Immutable<string>;
  quantity: number;
  seen_price_cents: number;
  added_at: Date;
};

type SchemaReleasesTable = {
  migration: Immutable<string>;
  oldest_release: Immutable<string>;
};
