/** What the samples of several categories have, and their type. */
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type CategorySamples = {
  /** A valid specification with every field. */
  complete: SpecificationValues;
  /** One of many plausible parts, as varied as real lists. */
  make(dice: SampleDice): { brand: string; name: string; specs: SpecificationValues; cents: number };
};

/** Decides what a made-up part is; the same for the same seed. */
export type SampleDice = {
  /** From 0, below 1. */
  next(): number;
  /** An integer from 1 to `max`. */
  upTo(max: number): number;
  /** One of the values, the first ones more often. */
  pick<Value>(values: readonly Value[]): Value;
};

/** A fact that is not known of every part. */
export const known = <Value>(dice: SampleDice, value: Value) => (dice.next() < 0.7 ? value : undefined);

export function pickColor(dice: SampleDice): string | undefined {
  const main = dice.pick([undefined, ...colors]);
  return main && dice.next() < 0.4 ? `${main} / ${dice.pick(colors)}` : main;
}

export const sockets = ['AM4', 'AM5', 'LGA1700', 'LGA1851'];

export const buildColors = ['Black', 'White', 'Black / Silver', undefined];

export const brands =
  `Corsair Kingston Samsung Crucial Gigabyte Asus MSI ASRock Seagate Toshiba Western-Digital Intel Biostar
  EVGA Zotac Sapphire PowerColor XFX PNY Palit G.Skill TEAMGROUP Patriot ADATA Lexar Mushkin GeIL Silicon-Power Transcend
  Inland Sabrent SanDisk Plextor OCZ Hitachi Fujitsu HP Dell Lenovo Supermicro V-Color Apacer Netac Acer Klevv Ballistix
  Hynix Micron Oloy Thermaltake Timetec Leven Galax Gainward`
    .split(/\s+/)
    .map((brand) => brand.replace('-', ' '));

const colors = [
  'Black',
  'White',
  'Silver',
  'Red',
  'Blue',
  'Gray',
  'Green',
  'Gold',
  'Yellow',
  'Orange',
  'Purple',
];
