/** `npm run leave-out -- fit`: compiles a copy of `src/` without a feature, and lists what the compiler says, and what it does not see. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findTies, readAllowedTies } from './support/left-out.ts';
import { isTest } from './support/source-rules.ts';

const root = path.dirname(import.meta.dirname);
const allowed = readAllowedTies(readFileSync(`${root}/ARCHITECTURE.md`, 'utf8'));
for (const feature of process.argv.length > 2 ? process.argv.slice(2) : allowed.keys()) {
  const complaints = compileWithout(feature);
  console.log(`Without ${feature} the compiler says ${complaints.length} lines:`);
  for (const line of complaints) console.log(`  ${line}`);
  console.log('The compiler does not look at:');
  const files = globSync('{src/**/*.{ts,tsx,css},*.ts}', { cwd: root });
  const sources = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]));
  for (const line of findTies(sources, feature))
    if (!/\bfrom '|\bimport\(/.test(line)) console.log(`  ${line}`);
  const isWorse = complaints.length > (allowed.get(feature)?.complaints ?? 40);
  if (!isWorse && complaints.every((line) => line.startsWith('src/app/'))) continue;
  console.error('All of it must lie in app/, and be no more than ARCHITECTURE.md says.');
  process.exitCode = 1;
}

function compileWithout(feature: string): string[] {
  const copy = mkdtempSync(path.join(tmpdir(), 'compact-without-'));
  try {
    run(root, '@react-router/dev/bin.cjs', 'typegen');
    for (const folder of ['src', '.react-router/types'])
      cpSync(`${root}/${folder}`, `${copy}/${folder}`, {
        recursive: true,
        filter: (file) => {
          const name = `${path.relative(root, file).replaceAll(path.sep, '/')}/`;
          return !name.includes(`src/features/${feature}/`) && !isTest(name);
        },
      });
    cpSync(`${root}/package.json`, `${copy}/package.json`);
    for (const folder of ['node_modules', 'catalogue'])
      symlinkSync(`${root}/${folder}`, `${copy}/${folder}`, 'junction');
    const { compilerOptions } = JSON.parse(readFileSync(`${root}/tsconfig.json`, 'utf8'));
    const options = { ...compilerOptions, incremental: false, tsBuildInfoFile: undefined };
    const include = ['src', '.react-router/types/**/*'];
    writeFileSync(`${copy}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include }));
    // TS7…: nothing is wrong but that its type was inferred from what is gone
    return (
      run(copy, 'tsc/bin/tsc', '--noEmit', '--pretty', 'false').match(/^src\/(?!.* TS7\d{3}:).*/gm) ?? []
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function run(cwd: string, tool: string, ...args: string[]): string {
  const options = { cwd, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, [`${root}/node_modules/${tool}`, ...args], options).stdout;
}
