/** The database's tables as types; `tests/integration/schema.test.ts` holds them equal to the migrations. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { MoneyKind, StockReason } from '#domain/ledgers.ts';
import type { OrderState } from '#domain/orders.ts';
import type { Category } from '#domain/parts.ts';
import type { AttemptOutcome, PaymentNotice, PaymentStatus } from '#domain/payments.ts';
import type { Role } from '#domain/people.ts';
import type { RefundStatus } from '#domain/refunds.ts';
import type { SpecificationValues } from '#domain/specifications.ts';

export type Tables = {
  people: PeopleTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  verifications: VerificationsTable;
  parts: PartsTable;
  part_slugs: PartSlugsTable;
  part_words: PartWordsTable;
  search_words: SearchWordsTable;
  orders: OrdersTable;
  order_moves: OrderMovesTable;
  shipment_details: ShipmentDetailsTable;
  payments: PaymentsTable;
  payment_attempts: PaymentAttemptsTable;
  refunds: RefundsTable;
  disputes: DisputesTable;
  webhook_events: WebhookEventsTable;
  event_cursors: EventCursorsTable;
  stock_movements: StockMovementsTable;
  money_movements: MoneyMovementsTable;
  reviews: ReviewsTable;
  profiles: ProfilesTable;
  ceo_letters: CeoLettersTable;
  attempts: AttemptsTable;
  uploaded_pictures: UploadedPicturesTable;
  idempotency_keys: IdempotencyKeysTable;
  admin_changes: AdminChangesTable;
  schema_releases: SchemaReleasesTable;
};

type Fixed<Value> = ColumnType<Value, Value, never>;
type FixedOptional<Value> = ColumnType<Value | null, Value | null | undefined, never>;
type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;
type Generated<Value> = ColumnType<Value, never, never>;
type Json = Record<string, unknown>;

type PeopleTable = {
  id: Fixed<string>;
  name: string;
  email: string;
  email_verified: boolean;
  image: Optional<string>;
  role: ColumnType<Role, Role | undefined, Role>;
  created_at: Fixed<Date>;
  updated_at: Date;
};

type SessionsTable = {
  id: Fixed<string>;
  person_id: Fixed<string>;
  token: string;
  expires_at: Date;
  ip_address: Optional<string>;
  user_agent: Optional<string>;
  created_at: Fixed<Date>;
  updated_at: Date;
};

type CredentialsTable = {
  id: Fixed<string>;
  person_id: Fixed<string>;
  account_id: string;
  provider_id: string;
  access_token: Optional<string>;
  refresh_token: Optional<string>;
  id_token: Optional<string>;
  access_token_expires_at: Optional<Date>;
  refresh_token_expires_at: Optional<Date>;
  scope: Optional<string>;
  password: Optional<string>;
  created_at: Fixed<Date>;
  updated_at: Date;
};

type VerificationsTable = {
  id: Fixed<string>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Fixed<Date>;
  updated_at: Date;
};

type PartsTable = {
  id: Fixed<string>;
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
  created_at: Fixed<Date>;
  updated_at: Date;
  number: Generated<number>;
  changed_in: Generated<string>;
  slug: string;
};

type PartSlugsTable = {
  category: Fixed<Category>;
  slug: Fixed<string>;
  part_id: Fixed<string>;
};

type PartWordsTable = {
  part_number: Fixed<number>;
  recipe: number;
  words: string;
};

type SearchWordsTable = {
  word: Fixed<string>;
};

type OrdersTable = {
  id: Fixed<string>;
  part_id: Fixed<string>;
  buyer_id: Fixed<string>;
  buyer_name: Fixed<string>;
  buyer_email: Fixed<string>;
  location: Fixed<string>;
  phone: Fixed<string>;
  part_name: Fixed<string>;
  part_image: Fixed<string>;
  unit_price_cents: Fixed<number>;
  quantity: Fixed<number>;
  total_cents: Fixed<number>;
  state: OrderState;
  transaction_id: Optional<string>;
  carrier: Optional<string>;
  tracking: Optional<string>;
  placed_at: Fixed<Date>;
  updated_at: Date;
  expires_at: Fixed<Date>;
  refunded_cents: ColumnType<number, number | undefined, number>;
};

type OrderMovesTable = {
  id: Fixed<string>;
  order_id: Fixed<string>;
  from_state: ColumnType<OrderState | null, OrderState | null, never>;
  to_state: Fixed<OrderState>;
  actor_id: ColumnType<string | null, string | null, never>;
  reason: ColumnType<string | null, string | null | undefined, never>;
  noticed_through: FixedOptional<PaymentNotice>;
  moved_at: Fixed<Date>;
};

type ShipmentDetailsTable = {
  id: Fixed<string>;
  order_id: Fixed<string>;
  carrier: FixedOptional<string>;
  tracking: FixedOptional<string>;
  told_by: Fixed<string>;
  told_at: Fixed<Date>;
};

type PaymentsTable = {
  id: Fixed<string>;
  order_id: Fixed<string>;
  provider_id: Optional<string>;
  amount_cents: Fixed<number>;
  status: PaymentStatus;
  created_at: Fixed<Date>;
  updated_at: Date;
  asked_at: Optional<Date>;
  provider_account: Optional<string>;
  provider_is_live: Optional<boolean>;
};

type PaymentAttemptsTable = {
  id: Fixed<string>;
  payment_id: Fixed<string>;
  provider_id: Fixed<string>;
  outcome: Fixed<AttemptOutcome>;
  code: FixedOptional<string>;
  reason: FixedOptional<string>;
  tried_at: Fixed<Date>;
};

type RefundsTable = {
  id: Fixed<string>;
  order_id: Fixed<string>;
  payment_id: Fixed<string>;
  provider_id: Optional<string>;
  amount_cents: Fixed<number>;
  reason: Fixed<string>;
  returned_units: Fixed<number>;
  status: RefundStatus;
  failure: Optional<string>;
  requested_by: FixedOptional<string>;
  made_at_provider: ColumnType<boolean, boolean | undefined, never>;
  created_at: Fixed<Date>;
  succeeded_at: Optional<Date>;
  failed_at: Optional<Date>;
  updated_at: Date;
  elsewhere_at: Optional<Date>;
};

type DisputesTable = {
  id: Fixed<string>;
  order_id: Fixed<string>;
  payment_id: Fixed<string>;
  provider_id: Fixed<string>;
  amount_cents: number;
  reason: string;
  status: string;
  respond_by: Optional<Date>;
  opened_at: Fixed<Date>;
  closed_at: Optional<Date>;
  is_refundable: boolean;
  updated_at: Date;
};

type WebhookEventsTable = {
  id: Fixed<string>;
  type: Fixed<string>;
  happened_at: Fixed<Date>;
  received_at: Fixed<Date>;
};

type EventCursorsTable = {
  provider: Fixed<string>;
  caught_up_to: Date;
};

type StockMovementsTable = {
  id: Fixed<string>;
  part_id: Fixed<string>;
  order_id: FixedOptional<string>;
  units: Fixed<number>;
  reason: Fixed<StockReason>;
  moved_at: Fixed<Date>;
};

type MoneyMovementsTable = {
  id: Fixed<string>;
  order_id: Fixed<string>;
  payment_id: Fixed<string>;
  kind: Fixed<MoneyKind>;
  provider_id: Fixed<string>;
  amount_cents: Fixed<number>;
  moved_at: Fixed<Date>;
};

type ReviewsTable = {
  id: Fixed<string>;
  author_name: string;
  author_image: Optional<string>;
  author_id: ColumnType<string | null, string | null, never>;
  review: string;
  rating: ColumnType<number, number, number>;
  part_id: ColumnType<string | null, string | null | undefined, never>;
  created_at: Fixed<Date>;
  updated_at: Optional<Date>;
  hidden_at: Optional<Date>;
  changed_in: Generated<string>;
};

type AttemptsTable = {
  key: Fixed<string>;
  count: number;
  until: Date;
};

type UploadedPicturesTable = {
  key: Fixed<string>;
  uploaded_at: Date;
  going_at: Optional<Date>;
};

type ProfilesTable = {
  person_id: Fixed<string>;
  education: string;
  location: string;
  phone: Optional<string>;
  link: string;
  updated_at: Date;
};

type CeoLettersTable = {
  email: Fixed<string>;
  written_at: Fixed<Date>;
};

type IdempotencyKeysTable = {
  person_id: Fixed<string>;
  key: Fixed<string>;
  request: Fixed<string>;
  answer: ColumnType<Json | null, string | null, string>;
  created_at: Fixed<Date>;
};

type AdminChangesTable = {
  id: Fixed<string>;
  admin_id: ColumnType<string | null, string | null, never>;
  subject: Fixed<keyof Tables>;
  subject_id: Fixed<string>;
  before: ColumnType<Json | null, string | null, never>;
  after: ColumnType<Json | null, string | null, never>;
  changed_at: Fixed<Date>;
};

type SchemaReleasesTable = {
  migration: Fixed<string>;
  oldest_release: Fixed<string>;
};
