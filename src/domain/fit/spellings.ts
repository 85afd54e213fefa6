/** How lists and owners spell what rules compare: sockets, chipsets, sizes of boards. */
import type { MemoryForm } from '#domain/fit/facts.ts';

/** 'LGA 1700' as makers of boards write it: 'LGA1700'. */
export function spellSocket(socket: string): string {
  return socket
    .trim()
    .replace(/^(?:socket )?LGA[ -]?(?=\d)/i, 'LGA')
    .replace(/^TR4$/, 'sTR4');
}

/** 'AMD B650' is 'B650'. */
export function spellChipset(chipset: string): string {
  return chipset.replace(/^(?:Intel|AMD) /, '').replace(/^A620A$/, 'A620');
}

/** 'Mini-ITX', 'mITX' and 'MicroATX', 'mATX' as the shop writes them: 'Mini ITX', 'Micro ATX'. */
export function spellFormFactor(formFactor: string): string {
  return formFactor
    .trim()
    .replace(/^E-ATX$/i, 'EATX')
    .replace(/^(?:Micro-?|[mµ]-?)ATX$/i, 'Micro ATX')
    .replace(/^(Thin )?(?:Mini-?|m-?)ITX$/i, '$1Mini ITX');
}

/** Boards for laptop memory are small: only those of other sizes have DIMM slots for certain. */
export function findSlotForm(formFactor: string | undefined): MemoryForm | undefined {
  return formFactor && !/Mini ITX|Mini DTX/.test(formFactor) ? 'DIMM' : undefined;
}

/** Towers for ATX boards are built around an ATX power supply. */
export function findSupplyForms(caseType: string | undefined): string[] | undefined {
  return /^E?ATX (?:Mid|Full) Tower$/.test(caseType ?? '') ? ['ATX'] : undefined;
}
