/** What the pieces of the catalogue index hold: values that can be written to a file and read again, most in typed arrays. */

export type SavedState = { save(): unknown; restore(saved: unknown): void };

export function keepState<State extends object>(state: State): SavedState {
  return { save: () => state, restore: (saved) => void Object.assign(state, saved) };
}

/** Whole numbers below 2³² by place, in as few bytes each as the greatest of them needs; 0 where none was written. */
export type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export const noNumbers: Numbers = new Uint8Array();

/** Returns the numbers, or larger ones in which there is room for the place and the value. */
export function writeNumber(numbers: Numbers, place: number, value: number): Numbers {
  const limit = 2 ** (8 * numbers.BYTES_PER_ELEMENT);
  let written = numbers;
  if (place >= numbers.length || value >= limit) {
    const Kind = chooseKind(Math.max(value, limit - 1));
    written = copyTo(new Kind(growTo(numbers, place)), numbers);
  }
  written[place] = value;
  return written;
}

/** Whole numbers below 2⁵³ by place, in halves. */
export type WideNumbers = { high: Numbers; low: Numbers };

export function readWide({ high, low }: WideNumbers, place: number): number {
  return (high[place] as number) * 2 ** 32 + (low[place] as number);
}

export function writeWide({ high, low }: WideNumbers, place: number, value: number): WideNumbers {
  return {
    high: writeNumber(high, place, Math.floor(value / 2 ** 32)),
    low: writeNumber(low, place, value >>> 0),
  };
}

function chooseKind(greatest: number) {
  if (greatest > 0xffff) return Uint32Array;
  return greatest > 0xff ? Uint16Array : Uint8Array;
}

/** Of a million places a quarter is little to copy anew, and little to leave empty. */
export const growth = 1.25;

/** The length that has room for the place. */
function growTo({ length }: { length: number }, place: number): number {
  return place < length ? length : 64 + Math.ceil(place * growth);
}

type TypedArray = Numbers | Int32Array<ArrayBuffer>;

/** Returns the larger one. */
export function copyTo<Values extends TypedArray>(larger: Values, values: TypedArray): Values {
  larger.set(values);
  return larger;
}
