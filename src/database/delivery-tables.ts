/** The tables of purchases and of the rules of delivery as types. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Generated, Immutable, ImmutableOptional } from '#database/column-types.ts';
import type { Address } from '#domain/delivery/address-fields.ts';
import type { AgreedDelivery } from '#domain/delivery/agreed-delivery.ts';
import type { DeliveryRules } from '#domain/delivery/rules.ts';
import type { KeptFit } from '#domain/fit/kept-fit.ts';
import type { Billing } from '#domain/invoices/billing.ts';

export type PurchasesTable = {
  id: Immutable<string>;
  buyer_id: Immutable<string>;
  order_count: Immutable<number>;
  placed_at: Immutable<Date>;
  address: ColumnType<Address | null, string | null | undefined, string>;
  delivery: ColumnType<AgreedDelivery | null, string | null | undefined, never>;
  delivery_cents: ColumnType<number, number | undefined, number>;
  pick_up_at: ImmutableOptional<string>;
  billing: ColumnType<Billing | null, string | null | undefined, never>;
  fit: ColumnType<KeptFit | null, string | null | undefined, never>;
  tax_name: ImmutableOptional<string>;
  tax_rate: ImmutableOptional<number>;
  tax_rate_tenths: ColumnType<number, number | undefined, never>;
};

export type DeliveryRulesTable = {
  version: Immutable<number>;
  document: JSONColumnType<DeliveryRules, string, never>;
  saved_by: ImmutableOptional<string>;
  saved_at: Immutable<Date>;
  changed_in: Generated<string>;
};

export type SavedAddressesTable = {
  id: Immutable<string>;
  person_id: Immutable<string>;
  address: ColumnType<Address, string, string>;
  is_default: boolean;
  saved_at: Date;
};

export type AddressCorrectionsTable = {
  id: Immutable<string>;
  order_id: Immutable<string>;
  before: Immutable<string>;
  after: Immutable<string>;
  corrected_by: Immutable<string>;
  corrected_at: Immutable<Date>;
};

export type ShipmentDetailsTable = {
  id: Immutable<string>;
  order_id: Immutable<string>;
  carrier: ImmutableOptional<string>;
  tracking: ImmutableOptional<string>;
  told_by: Immutable<string>;
  told_at: Immutable<Date>;
};
