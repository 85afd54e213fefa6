/** When links of the hydrated application fetch what they lead to. */

/** As soon as somebody points at them or touches them, unless the browser is asked to save data. */
export function whenToPrefetch(): 'intent' | 'none' {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData ? 'none' : 'intent';
}
