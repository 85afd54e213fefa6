/** The log of the process outside of requests, in the format of the web server's log. */
import { format as formatArguments } from 'node:util';
import { type Logger, pino } from 'pino';
import { escapeStack, type LogFormat, makeLogStream, nameSources } from '#platform/logging/log-stream.ts';
import type { Log } from '#platform/system/log.ts';

type Outputs = { stdout: { write(text: string): unknown }; stderr: { write(text: string): unknown } };

export type ProcessLog = {
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
      Object.assign(console, {
        log: makePrinter(toOutput, 'info'),
        info: makePrinter(toOutput, 'info'),
        debug: makePrinter(toOutput, 'info'),
        warn: makePrinter(toErrors, 'warn'),
        error: makePrinter(toErrors, 'error'),
      });
      process.removeAllListeners('warning'); // Node's own listener prints plain text
      process.on('warning', (err) => toErrors.warn({ err }, err.message));
    },
  };
}

function openPrettyLog({ stdout, stderr }: Outputs): ProcessLog {
  const makeWriter =
    (output: Outputs['stdout']) =>
    (...values: unknown[]) =>
      void output.write(`${nameSources(escapeStack(formatArguments(...values)))}\n`);
  const [toOutput, toErrors] = [makeWriter(stdout), makeWriter(stderr)];
  return {
    log: (sentence) => toOutput('%s', sentence),
    fail: toErrors,
    captureConsole() {
      Object.assign(console, {
        log: toOutput,
        info: toOutput,
        debug: toOutput,
        warn: toErrors,
        error: toErrors,
      });
    },
  };
}

function makePrinter(logger: Logger, level: 'info' | 'warn' | 'error'): (...values: unknown[]) => void {
  return (...values) => {
    const err = values.find((value) => value instanceof Error);
    const words = values.filter((value) => value !== err);
    const message = formatArguments(...words).trim();
    if (err) logger[level]({ err }, message || err.message);
    else logger[level](message);
  };
}
