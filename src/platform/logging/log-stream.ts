/** Formats the log's lines: JSON for programs, pretty on a terminal. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceOrigin } from 'node:module';
import { format as formatArguments } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Log } from '#platform/system/log.ts';

export const logFormats = ['json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

type Output = { isTTY?: boolean; write(text: string): unknown };

export function chooseLogFormat(wanted: string | undefined, output: { isTTY?: boolean }): LogFormat {
  const known = logFormats.find((format) => format === wanted);
  return known ?? (output.isTTY ? 'pretty' : 'json');
}

export function makeLogStream(output: Output, format: LogFormat): { write(line: string): void } {
  const formatLine = format === 'pretty' ? formatPretty : formatJson;
  return { write: (line) => void output.write(nameSources(formatLine(line))) };
}

/** As JSON escapes it: a terminal obeys control characters, and direction controls reorder what a person reads. */
function escapeUnprintable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join(''),
  );
}

/** Breaks lines where a stack or an inspected object is indented or closed; a message begins none of its own. */
export function escapeStack(stack: string): string {
  return stack
    .split(/\n(?= {2}|[\]}]|caused by: )/)
    .map(escapeUnprintable)
    .join('\n');
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** The escapes stay valid: these characters are nowhere but in the strings of a line. */
function formatJson(line: string): string {
  return `${escapeUnprintable(line.trimEnd())}\n`;
}

function formatPretty(line: string): string {
  const { level, time, msg, pid, hostname, err, ...facts } = JSON.parse(line) as Record<string, unknown> & {
    err?: { message?: string; stack?: string };
  };
  const words = Object.entries(facts).map(([name, fact]) =>
    typeof fact === 'object' ? `${name}=${JSON.stringify(fact)}` : `${name}=${fact}`,
  );
  const clock = new Date(Number(time)).toISOString().slice(11, 19);
  const text = [clock, pino.levels.labels[Number(level)] ?? level, msg, ...words]
    .filter((word) => word !== undefined)
    .join(' ');
  const stack = err && `${escapeStack(err.stack ?? err.message ?? '')}\n`;
  return `${escapeUnprintable(text)}\n${stack ?? ''}`;
}

const secretParameter =
  /([?&;](?:token|code|state|client_secret|payment_intent_client_secret|password)=)[^&;#]*/gi;

export function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    url: request.url.replace(secretParameter, '$1…'),
    host: request.host,
    remoteAddress: request.ip,
    remotePort: request.socket?.remotePort,
  };
}

const bundles = new URL('../../../build/shop/', import.meta.url).href;
const position = /(file:\/\/[^\s"'()]*\/)([\w-]+\.js):(\d+):(\d+)/g;

/** Reads the source maps only now: read at the start, as Node does it, they make it longer by a quarter. */
export function nameSources(text: string): string {
  if (!text.includes(bundles)) return text;
  return text.replace(position, (unchanged, folder: string, name: string, line: string, column: string) => {
    const map = folder === bundles ? maps.getOrInsertComputed(name, parseMap) : undefined;
    const origin = (map?.findOrigin(Number(line), Number(column)) ?? {}) as Partial<SourceOrigin>;
    if (!origin.fileName) return unchanged;
    return `${new URL(origin.fileName, bundles).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

const maps = new Map<string, SourceMap | undefined>();

function parseMap(name: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${name}.map`, bundles), 'utf8')));
  } catch {
    return undefined; // a stack trace without sources is better than none
  }
}

/** The log of the process outside of requests, in the format of the web server's log. */
type Outputs = { stdout: { write(text: string): unknown }; stderr: { write(text: string): unknown } };

type ProcessLog = {
  log: Log;
  fail(cause: unknown): void;
  captureConsole(): void;
};

/** Sentences are plain in the pretty format. Does not depend on LOG_LEVEL. */
export function openProcessLog(format: LogFormat, { stdout, stderr }: Outputs = process): ProcessLog {
  if (format === 'pretty') return openPrettyLog({ stdout, stderr });
  const toOutput = pino({}, makeLogStream(stdout, format));
  const toErrors = pino({}, makeLogStream(stderr, format));
  return {
    log: (sentence, level = 'info') => toOutput[level](sentence),
    fail: (cause) => toErrors.fatal(cause instanceof Error ? cause : formatArguments(cause)),
    captureConsole() {
      replaceConsole(
        makePrinter(toOutput, 'info'),
        makePrinter(toErrors, 'warn'),
        makePrinter(toErrors, 'error'),
      );
      process.removeAllListeners('warning'); // Node's own listener prints plain text
      process.on('warning', (err) => toErrors.warn({ err }, err.message));
    },
  };
}

function openPrettyLog({ stdout, stderr }: Outputs): ProcessLog {
  const makeWriter =
    (output: Outputs['stdout']): Printer =>
    (...values) =>
      void output.write(`${nameSources(escapeStack(formatArguments(...values)))}\n`);
  const [toOutput, toErrors] = [makeWriter(stdout), makeWriter(stderr)];
  return {
    log: (sentence) => toOutput('%s', sentence),
    fail: toErrors,
    captureConsole: () => replaceConsole(toOutput, toErrors, toErrors),
  };
}

type Printer = (...values: unknown[]) => void;

function replaceConsole(print: Printer, warn: Printer, error: Printer): void {
  Object.assign(console, { log: print, info: print, debug: print, warn, error });
}

function makePrinter(logger: Logger, level: 'info' | 'warn' | 'error'): Printer {
  return (...values) => {
    const err = values.find((value) => value instanceof Error);
    const words = values.filter((value) => value !== err);
    const message = formatArguments(...words).trim();
    if (err) logger[level]({ err }, message || err.message);
    else logger[level](message);
  };
}
