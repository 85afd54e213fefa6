/** What cards with a graphics chip draw, and the power supply that its maker recommends, in watts. */

type Chip = { name: string; watts: number; recommended: number | undefined };

/** Of the maker’s own card; names that contain others stand before them. Source: NVIDIA’s, AMD’s and Intel’s product pages. */
const chips: readonly Chip[] = `
RTX 5090: 575 1000; RTX 5080: 360 850; RTX 5070 Ti: 300 750; RTX 5070: 250 650; RTX 5060 Ti: 180 600;
RTX 5060: 145 550; RTX 5050: 130 550; RTX 4090: 450 850; RTX 4080: 320 750; RTX 4070 Ti: 285 700;
RTX 4070 SUPER: 220 650; RTX 4070: 200 650; RTX 4060 Ti: 165 550; RTX 4060: 115 550; RTX 3090 Ti: 450 850;
RTX 3090: 350 750; RTX 3080 Ti: 350 750; RTX 3080 12: 350 750; RTX 3080: 320 750; RTX 3070 Ti: 290 750;
RTX 3070: 220 650; RTX 3060 Ti: 200 600; RTX 3060: 170 550; RTX 3050 6GB: 70 300; RTX 3050 6 GB: 70 300;
RTX 3050: 130 550; RTX 2080 Ti: 250 650; RTX 2080 SUPER: 250 650; RTX 2080: 215 650; RTX 2070 SUPER: 215 650;
RTX 2070: 175 550; RTX 2060: 160 500; GTX 1660: 125 450; GTX 1650 SUPER: 100 350; GTX 1650: 75 300;
GTX 1080 Ti: 250 600; GTX 1080: 180 500; GTX 1070 Ti: 180 500; GTX 1070: 150 500; GTX 1060: 120 400;
GTX 1050: 75 300; GT 1030: 30 300; GTX 980 Ti: 250 600; GTX 980: 165 500; GTX 970: 145 500; GTX 960: 120 400;
GT 730: 49 300; GT 710: 19 300; RX 9070 XT: 304 750; RX 9070: 220 650; RX 9060 XT: 160 450; RX 7900 XTX: 355 800;
RX 7900 XT: 315 750; RX 7900 GRE: 260 700; RX 7800 XT: 263 700; RX 7700 XT: 245 700; RX 7600 XT: 190 600;
RX 7600: 165 550; RX 6950 XT: 335 850; RX 6900 XT: 300 850; RX 6800 XT: 300 750; RX 6800: 250 650;
RX 6750 XT: 250 650; RX 6700 XT: 230 650; RX 6650 XT: 180 500; RX 6600 XT: 160 500; RX 6600: 132 450;
RX 6500 XT: 107 400; RX 6400: 53 350; RX 5700 XT: 225 600; RX 5700: 180 600; RX 5600 XT: 150 550;
RX 5500 XT: 130 450; RX VEGA 64: 295 750; RX VEGA 56: 210 650; RX 590: 225; RX 580: 185 500; RX 570: 150 450;
RX 480: 150 500; Arc B580: 190 600; Arc B570: 150 550; Arc A770: 225 650; Arc A750: 225 650; Arc A380: 75;
RTX 6000 Ada: 300; RTX 5000 Ada: 250; RTX 4500 Ada: 210; RTX 4000 SFF Ada: 70; RTX 4000 Ada: 130; RTX 2000 Ada: 70;
RTX A6000: 300; RTX A5000: 230; RTX A4000: 140; RTX A2000: 70; RTX A1000: 50; RTX A400: 50; T1000: 50; T600: 40;
T400: 30; PRO W7900: 295; PRO W7800: 260; PRO W7500: 70
`
  .trim()
  .split(/;\s*/)
  .map((text) => {
    const [name = '', numbers = ''] = text.split(': ');
    const [watts = 0, recommended] = numbers.split(' ').map(Number);
    return { name: name.toLowerCase(), watts, recommended };
  });

/** Of a text, with what stands behind its name: '4070 ti and a case' of 'my msi 4070 ti and a case'. */
export function findNamedChip(text: string): { chip: Chip; rest: string } | undefined {
  const match = chipName.exec(text);
  const [name = '', number = ''] = match ?? [];
  const spelled = number
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/(?<=\d)(?=[a-z])/, ' ');
  const chip = ['rtx ', 'rx ', 'gtx ', 'arc '].map((family) => findChip(family + spelled)).find(Boolean);
  return number && chip ? { chip, rest: text.slice((match?.index ?? 0) + name.length) } : undefined;
}

const chipName =
  /(?:\b(?:rtx|gtx|rx|arc) ?|(?<![^ ]|ryzen [3579] |\bi[3579] ))([ab]?\d{3,4}(?: ?(?:ti|super|xtx|xt|gre))*)(?!\w| ?(?:w|watts?|gb|mm)\b)(?: (?:graphics |video )?(?:card|gpu))?/i;

export function findChip(name: string | undefined): Chip | undefined {
  const spelled = name?.toLowerCase() ?? '';
  return chips.find((chip) => spelled.includes(chip.name));
}
