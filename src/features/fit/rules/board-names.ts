/** What the rules read from the name of a board; nothing else of it decides. */
import type { Motherboard } from '#catalogue/rules/facts/facts.ts';

/**
 * `isThin`: it may take modules for laptops. `isRenewed`: its chipset is the later one that is sold under the same name.
 * `hasBackConnectors`: cables are plugged in behind it.
 */
export function readBoardName({ name, formFactor, chipset = '' }: Motherboard) {
  return {
    isThin: formFactor === 'Mini ITX' && smallModuleBoards.test(name),
    isRenewed: /^(?:H410|B460)$/.test(chipset) && /\b(?:V2|R2\.0)\b/i.test(name),
    hasBackConnectors: /\b(?:BTF|PROJECT ZERO|PZ|AORUS STEALTH)\b/i.test(name),
  };
}

/** Thin and industrial boards of that size take laptop memory, as some do: 'H310TN', 'H510TM-ITX', 'IMB-1222', 'EPC612D4I'. */
const smallModuleBoards =
  /\bThin\b|\b(?:GA-)?[ABHQXZ]\d{2,3}(?:M-)?T[MN]?\b|STX|\bIMB|\bEPC|\bDN?2800|\bDQ\d|\bD[HB]\d\d[A-Z]*G\b/i;
