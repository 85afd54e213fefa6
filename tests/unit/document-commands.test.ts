/** The commands that README.md and docs/running.md tell people to type: a test or a script runs each, or the page says that nothing does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/processes.ts';

const runners: Record<string, string> = {
  'bench/first-day.ts': `npm start, npm run build, npm run dev, git clone, git fetch, git checkout, npm run shop, npm run shop -- init,
    npm run shop -- make-admin, npm run shop -- import, npm run shop -- export, npm run shop -- backup, npm run shop -- check,
    npm run shop -- audit, npm run shop -- restore`,
  'tests/processes/releases.test.ts': 'ln',
  'tests/processes/demo.test.ts': 'npm run shop -- begin',
  'tests/integration/cli.test.ts': 'npm run shop -- reset-password, npm run shop -- erase',
  'tests/processes/sbom.test.ts': 'npm run sbom',
  'packages/sandbox/tests/standalone.test.ts': 'npm run sandbox',
  'bin/launcher/packages.js': 'npm ci',
  // scripts themselves
  'package.json': 'npm test, npm run bench, npm run browsers, npm run leave-out',
  'bench/main.ts': 'npm run bench -- first-day, npm run bench -- sheets, npm run bench -- client-types',
  'simulation/main.ts': 'npm run simulate -- --kills, npm run simulate -- --seeds',
  'deploy/README.md': 'deploy/cluster, deploy/drill',
  'deploy/try-image': 'deploy/try-image, apt-get install libatomic1',
  // of which the page says so
  'docs/running.md':
    'chmod, docker build, jq, useradd, install, cp, systemctl, systemd-analyze, docker compose, docker-compose',
};

const pattern =
  /^(?:[A-Z_]+=\S+ )*(npm run (?:shop|bench|simulate) -- [\w-]+|npm run [\w-]+|npm \w+|(?:git|docker) \w+|deploy\/[\w-]+|apt-get install \w+|(?:chmod|cp|docker-compose|install|jq|ln|systemctl|systemd-analyze|useradd)(?= ))/;

test('every command of README.md and docs/running.md is run by somebody, who names it', () => {
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  const typed = ['README.md', 'docs/running.md'].flatMap((file) => {
    const [blocks, spans] = [/```sh\n([\s\S]*?)```/g, /(?<!`)`([^`]+)`(?!`)/g].map((each) => [
      ...read(file).matchAll(each),
    ]);
    const lines = blocks?.flatMap(([, block = '']) => block.split('\n')) ?? [];
    return [...lines, ...(spans ?? []).map(([, span = '']) => span.replaceAll('\n', ' '))]
      .flatMap((line) => line.split(' && '))
      .flatMap((command) => pattern.exec(command)?.[1] ?? []);
  });
  const run = Object.entries(runners).flatMap(([file, commands]) =>
    commands.split(/,\s+/).map((command) => ({ file, command })),
  );
  expect(run.map(({ command }) => command).toSorted()).toEqual([...new Set(typed)].toSorted());
  const isNamed = ({ file, command }: (typeof run)[number]) =>
    new RegExp(`\\b${command.split(/ -*|\//).at(-1)}\\b`).test(file + read(file));
  expect(run.filter((each) => !isNamed(each))).toEqual([]);
});
