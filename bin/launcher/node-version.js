/** The Node that installs the packages, and whether it is new enough; in syntax that old ones can read, too. */
import { readFileSync } from 'node:fs';

const [, ofNpm] = / node\/v(\S+)/.exec(process.env.npm_config_user_agent || '') || [];

/** npm's own, as npm says: in its scripts, `node` is the packaged one, once that is installed. */
export const installingNode = ofNpm || process.versions.node;

/** A sentence, if `engines` in package.json excludes this Node: npm would leave out packages that exclude it, too. */
export function findNodeRefusal() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [major = 0, minor = 0] = installingNode.split('.').map(Number);
  const ranges = engines.node.split(' || '); // ^20.19.0 || >=22.12.0
  const isIncluded = ranges.some((/** @type {string} */ range) => {
    const [oldestMajor = 0, oldestMinor = 0] = range.replace(/^\D+/, '').split('.').map(Number);
    return (major === oldestMajor && minor >= oldestMinor) || (range.startsWith('>=') && major > oldestMajor);
  });
  if (isIncluded) return '';
  return `COMPACT needs Node 20.19 or later (of 22: 22.12 or later), and this is ${installingNode}. Install a newer one, from https://nodejs.org or by your system’s package manager, and run the same command again.`;
}
