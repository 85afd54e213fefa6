/** Reads `postmaster.pid`: process id and address of a running PostgreSQL. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type PostmasterFile = { pid: number; port: number; socketDir: string; host: string };

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
