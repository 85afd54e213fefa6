/** The kinds of columns: what is written when a row is made, and what may change later. */
import type { ColumnType } from 'kysely';

export type Immutable<Value> = ColumnType<Value, Value, never>;
export type ImmutableOptional<Value> = ColumnType<Value | null, Value | null | undefined, never>;
export type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;
export type Generated<Value> = ColumnType<Value, never, never>;
export type Json = Record<string, unknown>;
