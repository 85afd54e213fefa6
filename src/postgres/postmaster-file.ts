/** Reads `postmaster.pid`, in which a running PostgreSQL says who it is and where it listens. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

export type PostmasterFile = { pid: number; port: number; socketDir: string; host: string };

/** Undefined when there is no such file, or it is not written to its end yet. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  // Lines: pid, data folder, start time, port, socket folder, listen address (PostgreSQL's miscadmin.h).
  const [pid, , , port, socketDir = '', address = ''] = text.split('\n').map((line) => line.trim());
  if (!Number(pid) || !Number(port)) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir, host: socketDir || address };
}
