/** What `deploy/cluster kill` takes away: the processes of a part of the cluster, all of them. */
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '#tests/support/processes.ts';

// as PostgreSQL, whose sessions have neither the environment nor the process group of what has forked them
const forking = 'while :; do env -i setsid sleep "$0" & sleep 0.01; done';

it.skipIf(process.platform !== 'linux')('kills of a part also what it forks meanwhile', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-cluster-'));
  const mark = String(randomInt(100_000, 1_000_000));
  const listChildren = () =>
    execFileSync('sh', ['-c', `pgrep -fx 'sleep ${mark}' || true`], { encoding: 'utf8' });
  const part = { CLUSTER_DIR: folder, CLUSTER_PART: `${folder}/db1` };
  const parent = spawn('bash', ['-c', forking, mark], { env: { ...process.env, ...part }, stdio: 'ignore' });
  onTestFinished(() => {
    parent.kill('SIGKILL');
    for (const pid of listChildren().trim().split('\n')) if (pid) process.kill(Number(pid), 'SIGKILL');
    rmSync(folder, { recursive: true });
  });
  while (listChildren() === '') await sleep(50);

  execFileSync(path.join(projectRoot, 'deploy/cluster'), ['kill', 'db1'], {
    env: { ...process.env, ...part, CLUSTER_PART: '' },
  });

  expect(listChildren()).toBe('');
});
