/** Reads the settings of a shop from `.env`, or from the file that ENV_FILE names, into the environment, which wins. */

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { inProject } from './project.js';
import { StartRefusal } from './say.js';

/** Paths in it begin in its folder. @param {import('./say.js').Say} say @param {boolean} mayBeNew `init` writes it */
export function readSettingsFile(say, mayBeNew) {
  const { ENV_FILE } = process.env;
  const file = ENV_FILE ? path.resolve(ENV_FILE) : inProject('.env');
  process.env.ENV_FILE = file; // for `init`
  const stat = readOrRefuse(file, () => statSync(file, { throwIfNoEntry: false }));
  if (!stat && ENV_FILE && !mayBeNew)
    throw new StartRefusal(`ENV_FILE names ${file}, which is not there.`, 78);
  if (!stat) return;
  const { DATA_DIR, ...settings } = readOrRefuse(file, () => parseSettings(readFileSync(file)));
  if (DATA_DIR) settings.DATA_DIR = path.resolve(path.dirname(file), DATA_DIR);
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  if (stat.isFile() && stat.mode & 0o077 && process.platform !== 'win32')
    say(`Others on this machine may read the secrets in ${file}: chmod 600 ${file}`, 'warn');
}

/** Also as Windows writes it: a first line behind a byte order mark would count for nothing. @param {Buffer} bytes */
function parseSettings(bytes) {
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
  if (text.includes('\0')) throw new Error('it is no text');
  return parseEnv(text);
}

/** @template T @param {string} file @param {() => T} read */
function readOrRefuse(file, read) {
  try {
    return read();
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new StartRefusal(`The settings in ${file} cannot be read: ${code ?? message}.`, 78);
  }
}
