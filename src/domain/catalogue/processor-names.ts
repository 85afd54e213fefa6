/** What the name of a processor says for certain. */

/** Desktop processors of Intel end so; those of other sockets and of laptops have other letters. Source: Intel's list of suffixes. */
const intelCore = /\bi[3579][ -](\d{1,2})(\d)\d\d(?:K|KF|KS|F|T|S)?(?![\dA-Z])/i;
const intelUltra = /\bCore Ultra [3579] 2\d\d(?:K|KF|F|T)?(?![\dA-Z])/i;
const amdRyzen = /\bRyzen [3579](?: PRO)? (\d)\d{3}(?:X3D2?|XT|X|GT|GE|G|E|F)?(?![\dA-Z])/i;

/** By the last generation that had the socket; none for desktops is of later ones. */
const coreSockets: readonly [generation: number, socket: string | undefined][] = [
  [5, undefined],
  [9, 'LGA1151'],
  [11, 'LGA1200'],
  [14, 'LGA1700'],
];

/** The socket of a desktop processor; undefined where the name does not say it for certain. */
export function readDesktopSocket(name: string): string | undefined {
  if (/threadripper|xeon|epyc/i.test(name)) return undefined;
  if (intelUltra.test(name)) return 'LGA1851';
  const [, zen] = amdRyzen.exec(name) ?? [];
  // there are no Ryzen 6000 for desktops
  if (zen) return zen === '6' ? undefined : Number(zen) < 6 ? 'AM4' : 'AM5';
  const [, generation, hundreds] = intelCore.exec(name) ?? [];
  // the sixth generation above 6700 is of another socket (i7-6800K, i7-6850K)
  if (!generation || (generation === '6' && Number(hundreds) >= 8)) return undefined;
  return coreSockets.find(([last]) => Number(generation) <= last)?.[1];
}
