/** The facts about parts that decide whether they fit together. A fact that is absent is not known; it is never zero. */

type Identified = { id: string; name: string };

export type Processor = Identified & {
  kind: 'Processor';
  /** Written as the makers of boards do: 'AM5', 'LGA1700'. */
  socket?: string | undefined;
  /** DDR generations of its memory controller. */
  memoryGenerations?: readonly number[] | undefined;
  tdpWatts?: number | undefined;
  /** What the maker lets it draw for seconds: AMD's package power tracking, Intel's maximum turbo power. */
  peakWatts?: number | undefined;
  hasGraphics?: boolean | undefined;
};

export type M2Slot = { lengthsMm: readonly number[]; takesSata: boolean | undefined };

export type Motherboard = Identified & {
  kind: 'Motherboard';
  socket?: string | undefined;
  /** Where it is listed for several, and `socket` is not known. */
  sockets?: readonly string[] | undefined;
  /** How many it takes, where it is not one. */
  processors?: number | undefined;
  chipset?: string | undefined;
  formFactor?: string | undefined;
  memoryGeneration?: number | undefined;
  memoryForm?: MemoryForm | undefined;
  memorySlots?: number | undefined;
  maxMemoryGb?: number | undefined;
  takesRegisteredMemory?: boolean | undefined;
  /** Its firmware can be updated without a processor. */
  hasFlashback?: boolean | undefined;
  m2Slots?: readonly M2Slot[] | undefined;
  /** The lengths that some M.2 slot takes: certain also where the number of slots is not known. */
  m2LengthsMm?: readonly number[] | undefined;
  /** PCIe of its fastest M.2 slot. */
  m2Generation?: number | undefined;
  sataPorts?: number | undefined;
  /** Slots of the length of graphics cards. */
  cardSlots?: number | undefined;
  /** Sockets for the plugs of the processor's power. */
  processorPlugs?: number | undefined;
};

export type MemoryForm = 'DIMM' | 'SO-DIMM';

export type Memory = Identified & {
  kind: 'Memory';
  generation?: number | undefined;
  form?: MemoryForm | undefined;
  modules?: number | undefined;
  moduleGb?: number | undefined;
  speedMts?: number | undefined;
  isRegistered?: boolean | undefined;
};

export type GraphicsCard = Identified & {
  kind: 'GraphicsCard';
  /** 'GeForce RTX 4070'. */
  chip?: string | undefined;
  watts?: number | undefined;
  lengthMm?: number | undefined;
  /** How many expansion slots it covers, in tenths: 3.5. */
  slotWidth?: number | undefined;
  connectors?: { sixPin: number; eightPin: number; sixteenPin: number } | undefined;
};

export type Case = Identified & {
  kind: 'Case';
  boardFormFactors?: readonly string[] | undefined;
  maxCardLengthMm?: number | undefined;
  maxCoolerHeightMm?: number | undefined;
  expansionSlots?: number | undefined;
  bays35?: number | undefined;
  powerSupplyForms?: readonly string[] | undefined;
  /** 'ATX Mid Tower'. */
  type?: string | undefined;
  volumeL?: number | undefined;
  /** Its three outer sides, the shortest first. */
  sidesMm?: readonly number[] | undefined;
};

export type PowerSupply = Identified & {
  kind: 'PowerSupply';
  watts?: number | undefined;
  form?: string | undefined;
  connectors?: { eightPin: number; sixteenPin: number } | undefined;
  processorPlugs?: number | undefined;
  lengthMm?: number | undefined;
};

export type Cooler = Identified & {
  kind: 'Cooler';
  sockets?: readonly string[] | undefined;
  isLiquid?: boolean | undefined;
  /** Of an air cooler, above the processor. */
  heightMm?: number | undefined;
  radiatorMm?: number | undefined;
  /** The most heat that its maker rates it for. */
  ratedWatts?: number | undefined;
};

export type DriveForm = 'M.2' | '2.5"' | '3.5"' | 'mSATA' | 'PCIe card';

export type Drive = Identified & {
  kind: 'Drive';
  form?: DriveForm | undefined;
  m2LengthMm?: number | undefined;
  pcieGeneration?: number | undefined;
  bus?: 'NVMe' | 'SATA' | 'SAS' | 'PATA' | undefined;
  isHardDisk?: boolean | undefined;
};

export type FitPart = Processor | Motherboard | Memory | GraphicsCard | Case | PowerSupply | Cooler | Drive;

export type FitKind = FitPart['kind'];

/** Of a part that is named elsewhere. */
export type FitFacts = FitPart extends infer Part
  ? Part extends FitPart
    ? Omit<Part, keyof Identified>
    : never
  : never;

export type BuildPart = { part: FitPart; quantity: number };
