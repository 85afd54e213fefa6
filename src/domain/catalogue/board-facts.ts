/** What the specification of a motherboard says to the rules of fit. */
import { readList, readYesOrNo } from '#domain/catalogue/fit-fields.ts';
import { splitSockets } from '#domain/catalogue/processor-sockets.ts';
import { getNumber, getText } from '#domain/catalogue/search/spellings.ts';
import type { SpecificationValues } from '#domain/catalogue/specification-fields.ts';
import type { FitFacts, M2Slot } from '#domain/fit/facts.ts';
import { findSlotForm, spellChipset, spellSocket } from '#domain/fit/spellings.ts';

export function readBoardFacts(specs: SpecificationValues): FitFacts {
  const formFactor = getText(specs, 'formFactor') || undefined;
  const form = getText(specs, 'memoryForm');
  const chipset = getText(specs, 'chipset');
  return {
    kind: 'Motherboard',
    socket: readSingleSocket(getText(specs, 'socket')),
    chipset: chipset ? spellChipset(chipset) : undefined,
    formFactor,
    memoryGeneration: getNumber(specs, 'ddr'),
    memoryForm: form === 'DIMM' || form === 'SO-DIMM' ? form : findSlotForm(formFactor),
    memorySlots: getNumber(specs, 'memorySlots'),
    maxMemoryGb: getNumber(specs, 'maxMemoryGb'),
    takesRegisteredMemory: readYesOrNo(specs, 'registered'),
    hasFlashback: readYesOrNo(specs, 'flashback'),
    m2Slots: readM2Slots(specs),
    m2LengthsMm: readM2Lengths(specs),
    hasVerifiedSlots: false,
    sataPorts: getNumber(specs, 'sataPorts'),
  };
}

/** Boards of several sockets take the processors of each of them, and of two processors not every one: not known. */
function readSingleSocket(text: string): string | undefined {
  const [socket, ...others] = splitSockets(text);
  return socket && others.length === 0 && !/^\d+ x /i.test(text) ? spellSocket(socket) : undefined;
}

function readM2Slots(specs: SpecificationValues): M2Slot[] | undefined {
  const count = getNumber(specs, 'm2Slots');
  if (count === undefined) return undefined;
  const lengthsMm = readM2Lengths(specs) ?? [];
  const sataSlots = getNumber(specs, 'm2SataSlots');
  return Array.from({ length: count }, (_, index) => ({
    lengthsMm,
    takesSata: sataSlots === undefined ? undefined : index < sataSlots,
  }));
}

function readM2Lengths(specs: SpecificationValues): number[] | undefined {
  const lengths = (readList(specs, 'm2Sizes') ?? []).flatMap((size) => {
    const length = /^2[25](\d{2,3})$/.exec(size)?.[1];
    return length ? [Number(length)] : [];
  });
  return lengths.length > 0 ? lengths : undefined;
}
