/** Facts that the shop derives when nobody states them. */
import { describe, expect, test } from 'vitest';
import { deriveFacts, omitDerived } from '#catalogue/rules/derived-facts.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';

const derive = (category: Category, name: string, specs: SpecificationValues) => {
  const { specs: all, derivedFields } = deriveFacts({ category, name, specs });
  return Object.fromEntries(derivedFields.map((field) => [field, all[field]]));
};

describe('of a motherboard', () => {
  test.each<[string, string, SpecificationValues]>([
    ['MSI MAG B650 TOMAHAWK WIFI', 'AM5', { chipset: 'B650', ddr: 5, wireless: 'Wi-Fi' }],
    ['Gigabyte X670E AORUS MASTER', 'AM5', { chipset: 'X670E', ddr: 5 }],
    ['Asus TUF GAMING Z790-PLUS', 'LGA1700', { chipset: 'Z790' }],
    ['ASRock B760 Pro RS/D4', 'LGA1700', { chipset: 'B760', ddr: 4 }],
    ['Asus PRIME H610I-PLUS D4-CSM', 'LGA1700', { chipset: 'H610', ddr: 4 }],
    ['Gigabyte B760M DS3H DDR4', 'LGA1700', { chipset: 'B760', ddr: 4 }],
    ['Asus Z790 GAMING WIFI7', 'LGA1700', { chipset: 'Z790', wireless: 'Wi-Fi 7' }],
    ['MSI MPG Z890 CARBON WIFI 6E', 'LGA1851', { chipset: 'Z890', ddr: 5, wireless: 'Wi-Fi 6E' }],
    ['Gigabyte Z790 EAGLE AX', 'LGA1700', { chipset: 'Z790', wireless: 'Wi-Fi 6 or 6E' }],
    ['ASRock H610M/ac', 'LGA1700', { chipset: 'H610', wireless: 'Wi-Fi 5' }],
    ['Asus P8Z77-V', 'LGA1155', { chipset: 'Z77', ddr: 3 }],
    ['Gigabyte GA-AB350-Gaming 3', 'AM4', { chipset: 'B350', ddr: 4 }],
    ['Gigabyte GA-MA785GM-US2H', 'AM3/AM2+/AM2', { chipset: '785G' }],
    ['Gigabyte GA-B150M-D3H', 'LGA1151', { chipset: 'B150' }],
    ['Asus ROG Crosshair VIII Hero', 'AM4', { ddr: 4 }],
    ['Supermicro X10DRL', '2 x LGA2011-3 Narrow', { ddr: 4 }],
    ['Testco 970 thousand', 'LGA1700', {}],
  ])('%s for %s: %j', (name, socket, expected) => {
    expect(derive('motherboard', name, { socket })).toEqual(expected);
  });
});

test.each([
  ['Asus P8Z77-V', 'ATX', 'LGA1155', 'DIMM'],
  ['Asus ROG STRIX B650E-I', 'Mini ITX', 'AM5', 'DIMM'],
  ['ASRock H610TM-ITX', 'Mini ITX', 'LGA1700', undefined],
  ['Asus P8H67-I DELUXE', 'Mini ITX', 'LGA1155', undefined],
  ['ASRock Q1900M', 'Micro ATX', 'Integrated Celeron J1900', undefined],
])('of the motherboard %s of size %s with socket %s: slots for %s', (name, formFactor, socket, expected) => {
  expect(derive('motherboard', name, { formFactor, socket }).memoryForm).toBe(expected);
});

test.each([
  ['AMD Ryzen 7 9800X3D', 'Ryzen 7', 'Ryzen 9000'],
  ['AMD Ryzen Threadripper PRO 7995WX', 'Ryzen Threadripper', 'Ryzen Threadripper 7000'],
  ['Intel Core i5-12400F', 'Core i5', '12th generation Core'],
  ['Intel Core i7-3770K', 'Core i7', '3rd generation Core'],
  ['Intel Core i7-920', 'Core i7', '1st generation Core'],
  ['Intel Core Ultra 7 265K', 'Core Ultra 7', 'Core Ultra 200'],
  ['Intel Xeon E3-1270 V6', 'Xeon', undefined],
  ['Testco 9700', undefined, undefined],
])('of the processor %s: %s, %s', (name, series, generation) => {
  const derived = derive('cpu', name, { cores: 8 });
  expect([derived.series, derived.generation]).toEqual([series, generation]);
});

test.each<[string, SpecificationValues]>([
  ['Kingston Server Premier Registered', { form: 'DIMM', registered: 'Yes', ecc: 'Yes' }],
  ['Kingston Server Premier', { ecc: 'Yes' }],
  ['Kingston KVR16E11/8', { form: 'DIMM', registered: 'No', ecc: 'Yes' }],
  ['Kingston KVR1333D3E9S/8G', { form: 'DIMM', registered: 'No', ecc: 'Yes' }],
  ['Kingston KSM26ED8/16ME', { form: 'DIMM', registered: 'No', ecc: 'Yes' }],
  ['Kingston KVR21SE15S8/4', { form: 'SO-DIMM', registered: 'No', ecc: 'Yes' }],
  ['Samsung M391A2K43BB1-CRC', { form: 'DIMM', registered: 'No', ecc: 'Yes' }],
  ['Crucial CT16G4WFD8213', { form: 'DIMM', registered: 'No', ecc: 'Yes' }],
  ['Innodisk DDR5 ECC UDIMM', { form: 'DIMM', registered: 'No', ecc: 'Yes' }],
  ['Crucial CT16G4DFD8213', { form: 'DIMM', registered: 'No' }],
  ['GIGASTONE Game PRO Unbuffered Non ECC', {}],
])('of the memory %s: %j', (name, expected) => {
  expect(derive('memory', name, { ddr: 4 })).toEqual(expected);
});

test.each<[string, string, SpecificationValues]>([
  ['Samsung 990 Pro', 'M.2 PCIe 4.0 X4', { protocol: 'NVMe', pcieGeneration: 4 }],
  ['Samsung SM951', 'M.2 PCIe 2.0 X4', { pcieGeneration: 2 }],
  ['Testco Card NVMe Gen4', 'PCIe x4', { protocol: 'NVMe', pcieGeneration: 4 }],
  ['OCZ RevoDrive 3', 'PCIe x4', {}],
  ['Samsung 870 Evo', 'SATA 6.0 Gb/s', { protocol: 'SATA' }],
  ['Testco Gen3', 'M.2 SATA', { protocol: 'SATA' }],
])('of the SSD %s with %s: %j', (name, connection, expected) => {
  expect(derive('ssd', name, { interface: connection })).toEqual(expected);
});

test.each([
  ['GeForce RTX 4070 Ti SUPER', 'GeForce RTX 40 series'],
  ['GeForce GTX 1660 Ti', 'GeForce GTX 16 series'],
  ['GeForce GT 1030', 'GeForce GTX 10 series'],
  ['GeForce GTX 970', 'GeForce 900 series'],
  ['GeForce 210', 'GeForce 200 series'],
  ['GeForce GTX Titan X', 'GeForce Titan'],
  ['Quadro RTX 4000', 'NVIDIA RTX, Quadro and NVS'],
  ['RTX 4000 SFF Ada Generation', 'NVIDIA RTX, Quadro and NVS'],
  ['Radeon RX 7900 XTX', 'Radeon RX 7000 series'],
  ['Radeon RX 580', 'Radeon RX 500 series'],
  ['Radeon R9 290X', 'Radeon R9 200 series'],
  ['Radeon HD 7970 GHz Edition', 'Radeon HD 7000 series'],
  ['Radeon PRO W7900', 'Radeon Pro and FirePro'],
  ['Arc B580', 'Arc B series'],
])('%s belongs to the family %s', (chipset, family) => {
  expect(derive('graphics-card', 'Testco card', { chipset })).toEqual({ family });
});

test('what was stated stays, and is not marked', () => {
  const specs = { socket: 'AM4', ddr: 3, chipset: 'B450' };
  const facts = deriveFacts({ category: 'motherboard', name: 'Testco B550 WIFI', specs });
  expect(facts).toEqual({ specs: { ...specs, wireless: 'Wi-Fi' }, derivedFields: ['wireless'] });
  expect(omitDerived(facts.specs, facts.derivedFields)).toEqual(specs);
});

test('a part without a specification gets none', () => {
  expect(deriveFacts({ category: 'motherboard', name: 'Testco B550 WIFI', specs: {} }).specs).toEqual({});
});
