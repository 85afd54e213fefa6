/**
 * Renders what the parts of the demo want and does not exist yet, or no longer as its record and scripts say. Picture by picture
 * goes into the catalogue, so that a run that was stopped is continued by the next: `packages/art/render.sh [--list] [key …]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { develop } from './develop.ts';
import { encode, readManifest, removeStaleFiles, writeManifest } from './encode.ts';
import { makePlan } from './plan.ts';
import { makeWanted, readWanted, type Wanted } from './wanted.ts';

const [work = '', out = '', ...rest] = process.argv.slice(2);
if (!work || !out)
  throw new Error('Usage: node packages/art/src/render.ts <folder> <pictures> [--list] [key …]');
const folders = { raw: join(work, 'raw'), clean: join(work, 'clean'), out };
const keys = rest.filter((word) => !word.startsWith('--'));
const manifest = await readManifest(out);
const due = choose(readWanted(join(work, 'wanted.json')));
const models = new Map<string, Wanted[]>();
for (const wanted of due) models.set(wanted.model, [...(models.get(wanted.model) ?? []), wanted]);
if (rest.includes('--list')) {
  for (const { key } of due) console.log(key);
} else {
  await mkdir(folders.raw, { recursive: true });
  for (const [model, pictures] of models) await render(model, pictures);
  // What is said of a picture changes without it being rendered.
  for (const [key, entry] of Object.entries(manifest))
    entry.description = makePlan(key.replace(/--.*$/, ''), entry.lines).description;
  await writeManifest(out, manifest);
  const bytes = await removeStaleFiles(out, manifest);
  console.log(`${Object.keys(manifest).length} pictures, ${(bytes / 1e6).toFixed(2)} MB`);
}

/** The given ones, or all that are missing or out of date. */
function choose(wanted: readonly Wanted[]): Wanted[] {
  if (keys.length === 0)
    return wanted.filter(({ key, fingerprint }) => manifest[key]?.fingerprint !== fingerprint);
  return keys.flatMap((key) => {
    const ofModel = wanted.filter(({ model }) => model === key);
    return ofModel.length > 0 ? ofModel : [makeWanted(key)];
  });
}

async function render(model: string, pictures: readonly Wanted[]): Promise<void> {
  const { fingerprint } = makeWanted(model);
  // A rendering that nothing has changed since is there from a run that was stopped.
  const mark = join(folders.raw, `${model}.fingerprint`);
  if ((await readFile(mark, 'utf8').catch(() => '')) !== fingerprint) {
    if (model.startsWith('avatar-'))
      run(process.execPath, [join(import.meta.dirname, 'avatars.ts'), folders.clean]);
    else {
      expose(model);
      await develop(folders.raw, folders.clean, model);
    }
    await writeFile(mark, fingerprint);
  }
  for (const picture of pictures) {
    manifest[picture.key] = await encode(picture, folders);
    await writeManifest(out, manifest);
  }
  if (model.startsWith('banner-')) {
    const phone = `${model}-phone`;
    manifest[phone] = await encode({ key: phone, model: phone, lines: [] }, folders);
    await writeManifest(out, manifest);
  }
  console.log(pictures.map(({ key }) => key).join(', '));
}

/** At the lowest priority, so that a machine that does something else goes on doing it. */
function expose(model: string): void {
  const script = join(import.meta.dirname, '../blender/render.py');
  const threads = process.env.ART_THREADS ?? '1';
  const blender = ['blender', '--background', '--threads', threads, '-noaudio', '--python-exit-code', '1'];
  run('nice', ['-n', '19', ...blender, '--python', script, '--', folders.raw, model]);
}

function run(program: string, words: readonly string[]): void {
  const { status, stdout } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} has failed:\n${stdout.slice(-2000)}`);
}
