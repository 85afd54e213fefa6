/** The launcher's files below `.compact/`: the running commands, and the lock of installing and building. */

import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isAlive } from './processes.js';
import { inProject } from './project.js';

/** @typedef {import('./processes.js').Identity} Identity */
/** @typedef {{ command: string, processes: Identity[] }} Note */

const notes = inProject('.compact');
const running = path.join(notes, 'running');
const turn = path.join(notes, 'turn.json');

/** False when this user may not write into the project's folder. */
export function canTakeNotes() {
  try {
    mkdirSync(running, { recursive: true });
    writeFileSync(path.join(notes, '.gitignore'), '*\n');
    return true;
  } catch {
    return false;
  }
}

/** The running commands of this folder. */
export function runningCommands() {
  /** @type {string[]} */
  const commands = [];
  for (const file of listNotes()) {
    const note = readNote(path.join(running, file));
    if (note?.processes.some(isAlive)) commands.push(note.command);
    else rmSync(path.join(running, file), { force: true });
  }
  return commands;
}

/**
 * Notes that a command runs, until the returned function is called or the process has ended.
 * @param {string} command
 */
export function noteRunning(command) {
  const file = path.join(running, `${process.pid}.json`);
  writeNote(file, { command, processes: [identify(process.pid)] });
  return () => rmSync(file, { force: true });
}

/**
 * Adds a child process to the note of this command, because it may outlive the launcher. Where that cannot be written, as
 * on a full disk, the child goes on without it.
 * @param {number} pid
 */
export function noteChild(pid) {
  const file = path.join(running, `${process.pid}.json`);
  const note = readNote(file);
  try {
    if (note) writeNote(file, { ...note, processes: [...note.processes.filter(isAlive), identify(pid)] });
  } catch {
    // the launcher itself is noted
  }
}

/**
 * Runs the work under the lock of the folder; the lock of a dead process is released. `work` gets a function that notes
 * a child as holder, too, in case it outlives this process.
 * @template T
 * @param {() => void} onWait
 * @param {(alsoHeldBy: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTurn(onWait, work) {
  let hasWaited = false;
  while (!takeTurn()) {
    if (!hasWaited) onWait();
    hasWaited = true;
    await sleep(100);
  }
  const release = () => rmSync(turn, { force: true });
  try {
    return await work((pid) =>
      writeNote(turn, { command: 'ready', processes: [identify(process.pid), identify(pid)] }),
    );
  } finally {
    release();
  }
}

function takeTurn() {
  const mine = `${turn}.${process.pid}`;
  writeNote(mine, { command: 'ready', processes: [identify(process.pid)] });
  try {
    linkSync(mine, turn); // atomic: other processes never see the file without its content
    return true;
  } catch {
    clearDeadTurn();
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

function clearDeadTurn() {
  const seen = readNote(turn);
  if (!seen || seen.processes.some(isAlive)) return;
  const aside = `${turn}.dead-${process.pid}`;
  try {
    renameSync(turn, aside);
    // Another start may have replaced it before the rename: then this lock is theirs.
    if (readNote(aside)?.processes.some(isAlive)) linkSync(aside, turn);
  } catch {
    // Another start was faster; try again.
  }
  rmSync(aside, { force: true });
}

function listNotes() {
  try {
    return readdirSync(running).filter((file) => file.endsWith('.json'));
  } catch {
    return [];
  }
}

/** @param {string} file @returns {Note | undefined} */
function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {Note} note */
function writeNote(file, note) {
  writeFileSync(`${file}.new-${process.pid}`, JSON.stringify(note));
  renameSync(`${file}.new-${process.pid}`, file);
}
