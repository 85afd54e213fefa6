/** Brands as the shop writes them, whatever a list makes of them. */

/** Those of several words, and of one that lists spell in several ways or that a series always follows. */
const brands =
  `ADATA, Aerocool, AITC Kingsman, Alphacool, Asus, Athena Power, Azza, be quiet!, Biwin, Broadway Com, Centon,
  Club 3D, Cooler Master, DAN Cases, Deepcool, Edge Tech, Empire Gaming, Fantom Drives, FFF Smart Life Connected,
  FormD, Formula V Line, Fractal Design, FSP Group, G.Skill, GameMax, Gelid Solutions, Geometric Future, Gigabyte,
  Golden Field, GOODRAM, High Power, Hyundai Technology, iBUYPOWER, Iceberg Thermal, In Win, Lian Li, Maingear,
  Mars Gaming, Matrox, Montech, NEMIX RAM, Neo Forza, nMEDIAPC, OWC, Oyen Digital, Parvum Systems, PC Cooler,
  PC Power & Cooling, PowerSpec, Sabrent, Silicon Power, Silverstone, SK Hynix, SMART Modular, Solid Gear,
  Solidigm, SONNET Technologies, SSUPD, Super Flower, Super Talent, Synology, TCSunBow, teenage engineering,
  Thortech, Timetec, Titanium Micro, TRYX, V-Color, Water Panther, Western Digital, Yeston`.split(/,\s+/);

export const brandsOfSeveralWords = brands.filter((brand) => brand.includes(' '));

/** Other names of them. */
const aliases: Readonly<Record<string, string>> = {
  'ADATA XPG': 'ADATA',
  'SilverStone Technology': 'Silverstone',
  WD: 'Western Digital',
};

const simplify = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const spellings = new Map(
  [...brands.map((brand) => [brand, brand] as const), ...Object.entries(aliases)].map(([name, brand]) => [
    simplify(name),
    brand,
  ]),
);

const maxBrandWords = 4;

/** 'bequiet' and 'Be Quiet!' are 'be quiet!'; a brand that is not in the list stays as it is. */
export function spellBrand(brand: string): string {
  return spellings.get(simplify(brand)) ?? brand;
}

/** What the name begins with: 'Lian Li' of 'lianli O11', and the first word of an unknown maker's. */
export function guessBrand(name: string): string {
  const words = name.split(' ', maxBrandWords);
  const starts = words.map((_, index) => words.slice(0, words.length - index).join(' '));
  const known = starts.flatMap((start) => spellings.get(simplify(start)) ?? []);
  return known[0] ?? words[0]?.slice(0, 60) ?? '';
}

/** Of so many names that begin with the same unknown word, all with the same second one, both words are the brand. */
const minSharingNames = 5;
const maxCountedBrands = 10_000;

/** Finds the unknown brands of two words among the names of an import. */
export function makeBrandCounts() {
  const counts = new Map<string, { brand: string | undefined; names: number }>();
  return {
    add(name: string): void {
      const [first = '', second = '', third] = name.split(' ');
      if (guessBrand(name) !== first || spellings.has(simplify(first))) return;
      if (!counts.has(first) && counts.size >= maxCountedBrands) return;
      const isPossible = third !== undefined && /^\p{L}{2,}$/u.test(second);
      const brand = isPossible ? `${first} ${second}`.slice(0, 60) : undefined;
      const known = counts.get(first) ?? { brand, names: 0 };
      counts.set(first, { brand: known.brand === brand ? brand : undefined, names: known.names + 1 });
    },
    listShared: () =>
      [...counts.values()].flatMap(({ brand, names }) => (brand && names >= minSharingNames ? [brand] : [])),
  };
}
