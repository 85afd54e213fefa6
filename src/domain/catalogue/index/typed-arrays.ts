/** Growing typed arrays: a larger one takes over the values. */

type TypedArray = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Returns the larger one. */
export function copyTo<Values extends TypedArray>(larger: Values, values: Values): Values {
  larger.set(values);
  return larger;
}
