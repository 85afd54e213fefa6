/** What the rules read from the name of a board; nothing else of it decides. */
import type { Motherboard } from '#catalogue/rules/facts/facts.ts';

/**
 * `isRenewed`: its chipset is the later one that is sold under the same name.
 * `hasBackConnectors`: cables are plugged in behind it.
 */
export function readBoardName({ name, chipset = '' }: Motherboard) {
  return {
    isRenewed: /^(?:H410|B460)$/.test(chipset) && /\b(?:V2|R2\.0)\b/i.test(name),
    hasBackConnectors: /\b(?:BTF|PROJECT ZERO|PZ|AORUS STEALTH)\b/i.test(name),
  };
}
