/** What the pieces of the catalogue index hold: values that can be written to a file and read again, most in typed arrays. */

export type SavedState = { save(): unknown; restore(saved: unknown): void };

export function keepState<State extends object>(state: State): SavedState {
  return { save: () => state, restore: (saved) => void Object.assign(state, saved) };
}

/** Growing typed arrays: a larger one takes over the values. */
type TypedArray =
  | Uint8Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** Returns the larger one. */
export function copyTo<Values extends TypedArray>(larger: Values, values: Values): Values {
  larger.set(values);
  return larger;
}
