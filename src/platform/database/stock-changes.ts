/** Which parts' stock has changed, as this process has heard: what pages show of it may be kept as long as it has not. */

/** What a page shows of the stock. */
export type ShownStock = {
  /** The ids of the parts whose units it shows. */
  parts: readonly string[];
  /** Whether it depends on which parts can be bought: lists count and order them by it. */
  showsAvailability: boolean;
};

/** Of a part after a change. `changedIn`: the transaction that wrote it. */
export type PartStock = { id: string; changedIn: string; isAvailable: boolean };

export type StockChanges = {
  /** Grows with each change. */
  count(): number;
  /** Whether anything of that has changed since the count; undefined: of any part. */
  hasChanged(since: number, shown: ShownStock | undefined): boolean;
};

/** Of more parts the process forgets all: then it must count as a change of the whole catalogue. */
export const maxRememberedParts = 10_000;

export function trackStockChanges() {
  let count = 0;
  let availabilityChange = 0;
  const parts = new Map<string, PartStock & { change: number }>();

  return {
    count: () => count,
    hasChanged(since: number, shown: ShownStock | undefined): boolean {
      if (since === count) return false;
      if (!shown || (shown.showsAvailability && availabilityChange > since)) return true;
      return shown.parts.some((id) => (parts.get(id)?.change ?? 0) > since);
    },
    /** A change may be noted twice: announced, and found by a heartbeat. Of a part not seen before nothing is known. */
    note(changed: readonly PartStock[]): void {
      const unknown = changed.filter(({ id, changedIn, isAvailable }) => {
        const known = parts.get(id);
        return known?.changedIn !== changedIn || known.isAvailable !== isAvailable;
      });
      if (unknown.length === 0) return;
      count += 1;
      for (const part of unknown) {
        if (parts.get(part.id)?.isAvailable !== part.isAvailable) availabilityChange = count;
        parts.set(part.id, { ...part, change: count });
      }
    },
    isFull: () => parts.size > maxRememberedParts,
    /** The whole catalogue counts as changed. */
    forget(): void {
      parts.clear();
    },
  };
}
