/** How lists and owners spell what rules compare: sockets, chipsets, sizes of boards. */
import type { MemoryForm } from '#catalogue/rules/facts/facts.ts';
import { capitalize } from '#kernel/words.ts';

/** 'LGA 1700' as makers of boards write it: 'LGA1700'. The chipset tells the versions of LGA1151 apart. */
export function spellSocket(socket: string): string {
  return socket
    .trim()
    .replace(/^socket[ -]?(?=[a-z\d])/i, '')
    .replace(/^(?:FC)?LGA[ -]?(?=\d)|^(?=(?:775|115x|1[1-9]\d\d|20xx|2011|2066)(?!\d))/i, 'LGA')
    .replace(/^LGA115x?$/i, 'LGA115x')
    .replace(/^LGA20xx$/i, 'LGA2011')
    .replace(/^LGA1151[ -]?v2$/i, 'LGA1151')
    .replace(/^[AF]M\d(?=\+?$)/i, (name) => name.toUpperCase())
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
    .replace(/^ATX$/i, 'ATX')
    .replace(/^(?:E|Extended)[ -]?ATX$/i, 'EATX')
    .replace(/^(?:Micro|[mµu])[ -]?ATX$/i, 'Micro ATX')
    .replace(/^(Thin )?(?:Mini|m)[ -]?ITX$/i, (_, thin) => `${thin ? 'Thin ' : ''}Mini ITX`);
}

/** 'ATX12V', 'PS/2' and 'atx' are 'ATX'; 'SFX L' is 'SFX-L', 'Mini-ITX' is 'Mini ITX'. */
export function spellSupplyForm(form: string): string {
  return form
    .trim()
    .replace(/^(?:(?:Standard )?ATX(?:12V|\/EPS)?|PS ?\/? ?2)(?: ?\(?PS ?\/? ?2\)?)?$/i, 'ATX')
    .replace(/^SFX ?-?L$/i, 'SFX-L')
    .replace(
      /^(Flex|Mini)[ -]?(ATX|ITX)$/i,
      (_, size, form) => `${capitalize(size.toLowerCase())} ${form.toUpperCase()}`,
    )
    .replace(/^[A-Z]{3}$/i, (form) => form.toUpperCase());
}

/** 'AMD Radeon Graphics', 'UHD 770' and 'Radeon R7 (on-die)' are 'Radeon', 'Intel UHD Graphics 770' and 'Radeon R7'. */
export function spellGraphics(graphics: string): string {
  return graphics
    .trim()
    .replace(/^AMD /, '')
    .replace(/ ?\(on[- ]die\)$/, '')
    .replace(/^(Radeon.*?) (?:Graphics|Series)$/, '$1')
    .replace(/^(?=U?HD |Iris )/, 'Intel ')
    .replace(/^(Intel U?HD) (?=\d)/, '$1 Graphics ')
    .replace(/^Intel Xe Graphics$/, 'Intel Xe');
}

/** Whose boards of size Mini ITX take DIMM, but for thin and industrial ones. Source: the makers' lists of each. */
const desktopSockets = /^(?:AM[145]|FM2\+?|LGA115[01]|LGA1200|LGA1700|LGA1851)$/;

/** Thin and industrial boards of that size take laptop memory, as some do: 'H310TN', 'H510TM-ITX', 'IMB-1222', 'EPC612D4I'. */
const smallModuleBoards =
  /\bThin\b|\b(?:GA-)?[ABHQXZ]\d{2,3}(?:M-)?T[MN]?\b|STX|\bIMB|\bEPC|\bDN?2800|\bDQ\d|\bD[HB]\d\d[A-Z]*G\b/i;

/** Boards for laptop memory are small, or their processor is soldered on. */
export function findSlotForm(formFactor: string, socket: string, name: string): MemoryForm | undefined {
  const isKnown =
    formFactor === 'Mini ITX'
      ? desktopSockets.test(socket) && !smallModuleBoards.test(name)
      : formFactor !== '' && !/Mini ITX|Mini DTX/.test(formFactor) && !/^Integrated/.test(socket);
  return isKnown ? 'DIMM' : undefined;
}

/** The type of a case names the largest ordinary board. All but 4 of 3,702 cases of the OpenDB agree. */
export function findBoardSizes(caseType: string | undefined): string[] | undefined {
  const [, largest = ''] = /^(E?ATX|Micro ATX|Mini ITX) /.exec(caseType ?? '') ?? [];
  const sizes = ['EATX', 'ATX', 'Micro ATX', 'Mini ITX'];
  return largest === '' ? undefined : sizes.slice(sizes.indexOf(largest));
}

/** Towers for ATX boards are built around an ATX power supply. */
export function findSupplyForms(caseType: string | undefined): string[] | undefined {
  return /^E?ATX (?:Mid|Full) Tower$/.test(caseType ?? '') ? ['ATX'] : undefined;
}
