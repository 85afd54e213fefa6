/** What a start says before anything is installed, and when it installs again. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isLinux, onlyOnLinux, projectRoot } from '../support/processes.ts';
import { givenFolder } from '../support/shop-folders.ts';

const folder = givenFolder();
const ownNode = path.join('node_modules', `node-linux-${process.arch}`);

test.each(['18.20.4', '20.18.1', '21.7.3', '22.11.0'])(
  'Node %s is refused in one sentence, and nothing is installed',
  (version) => {
    const project = givenProject(version);
    const { status, stdout, stderr } = start(project, version);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^COMPACT needs Node 20\\.19 or later .*${version}.*\\.\n$`));
    expect(existsSync(path.join(project, '.compact'))).toBe(false);
  },
);

test.each(['20.19.0', '22.12.0', '23.0.0', '26.10.0'])('Node %s is new enough', (version) => {
  expect(start(givenProject(version), version, 'no-such-command').stderr).toContain('Usage: ');
});

test.skipIf(!isLinux)(
  `what an older Node left out is missing after its upgrade, what a newer one installed stays${onlyOnLinux}`,
  () => {
    const upgraded = givenProject('after-18', (name) => !name.startsWith('node_modules/@rolldown/binding-'));
    const noted = { lock: 'that of before', machine: `linux-${process.arch}`, set: 'all' };
    writeFileSync(path.join(upgraded, 'node_modules/.compact-install.json'), JSON.stringify(noted));
    expect(arePackagesReady(upgraded, '20.19.0')).toBe(false);

    const whole = givenProject('whole');
    const stamp = path.join(whole, 'node_modules/.compact-install.json');
    for (const version of ['20.19.0', '26.10.0']) {
      expect(arePackagesReady(whole, version)).toBe(true);
      expect(JSON.parse(readFileSync(stamp, 'utf8'))).toMatchObject({ node: version, set: 'all' });
    }
  },
);

test.skipIf(!isLinux)(
  `a library that the packaged Node misses is named with what installs it, at every start${onlyOnLinux}`,
  () => {
    const project = givenProject('bare');
    const node = path.join(project, ownNode, 'bin/node');
    writeFileSync(path.join(project, 'libatomic.so.1'), ''); // no library: the system's loader refuses it
    mkdirSync(path.dirname(node), { recursive: true });
    const real = path.join(projectRoot, ownNode, 'bin/node');
    writeFileSync(node, `#!/bin/sh\nLD_LIBRARY_PATH=${project} exec ${real} "$@"\n`);
    chmodSync(node, 0o755);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, stderr } = start(project, '20.19.0', 'shop');
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^The packaged Node needs libatomic\.so\.1, .*apt-get install libatomic1.*\.\n$/,
      );
    }
  },
);

/** The launcher with npm's list of what is installed, as if it were installed. */
function givenProject(name: string, isInstalled = (_: string) => true): string {
  const project = path.join(folder, name);
  mkdirSync(path.join(project, 'node_modules'), { recursive: true });
  for (const each of ['bin', 'package.json', 'package-lock.json'])
    cpSync(path.join(projectRoot, each), path.join(project, each), { recursive: true });
  const list = 'node_modules/.package-lock.json';
  const { packages } = JSON.parse(readFileSync(path.join(projectRoot, list), 'utf8'));
  const kept = Object.fromEntries(Object.entries(packages).filter(([each]) => isInstalled(each)));
  writeFileSync(path.join(project, list), JSON.stringify({ packages: kept }));
  if (name !== 'bare' && isLinux) symlinkSync(path.join(projectRoot, ownNode), path.join(project, ownNode));
  return project;
}

function start(project: string, version: string, command = 'start') {
  return runNode(project, version, [path.join(project, 'bin/compact.js'), command]);
}

function arePackagesReady(project: string, version: string): boolean {
  const code = `import('${project}/bin/launcher/packages.js').then(it => console.log(it.arePackagesReady('all')))`;
  return runNode(project, version, ['-e', code]).stdout === 'true\n';
}

/** npm says which Node is its own. */
function runNode(cwd: string, version: string, args: string[]) {
  const npm_config_user_agent = `npm/10.8.2 node/v${version} linux x64 workspaces/false`;
  return spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, npm_config_user_agent },
  });
}
