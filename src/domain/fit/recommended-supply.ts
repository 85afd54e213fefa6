/** The power supply that the maker of a graphics chip recommends, in watts. Source: NVIDIA's and AMD's product pages. */

const recommended: readonly [RegExp, number][] = [
  [/RTX 5090/i, 1000],
  [/RTX 5080/i, 850],
  [/RTX 5070 Ti/i, 750],
  [/RTX 5070/i, 650],
  [/RTX 5060 Ti/i, 600],
  [/RTX 5060/i, 550],
  [/RTX 5050/i, 550],
  [/RTX 4090/i, 850],
  [/RTX 4080/i, 750],
  [/RTX 4070 Ti/i, 700],
  [/RTX 4070/i, 650],
  [/RTX 4060/i, 550],
  [/RTX 3090 Ti/i, 850],
  [/RTX 3090/i, 750],
  [/RTX 3080/i, 750],
  [/RTX 3070 Ti/i, 750],
  [/RTX 3070/i, 650],
  [/RTX 3060 Ti/i, 600],
  [/RTX 3060/i, 550],
  [/RTX 3050 6 ?GB/i, 300],
  [/RTX 3050/i, 550],
  [/RTX 2080/i, 650],
  [/RTX 2070 SUPER/i, 650],
  [/RTX 2070/i, 550],
  [/RTX 2060/i, 500],
  [/RX 9070 XT/i, 750],
  [/RX 9070/i, 650],
  [/RX 7900 XTX/i, 800],
  [/RX 7900 XT/i, 750],
  [/RX 7800 XT/i, 700],
  [/RX 7700 XT/i, 700],
  [/RX 7600 XT/i, 600],
  [/RX 7600/i, 550],
  [/RX 6900 XT|RX 6950 XT/i, 850],
  [/RX 6800 XT/i, 750],
  [/RX 6800/i, 650],
  [/RX 6700 XT/i, 650],
  [/RX 6600 XT|RX 6650 XT/i, 500],
  [/RX 6600/i, 450],
];

export function findRecommendedSupply(chip: string | undefined): number | undefined {
  if (!chip) return undefined;
  return recommended.find(([pattern]) => pattern.test(chip))?.[1];
}
