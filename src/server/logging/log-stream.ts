/** Formats the log's lines: JSON for programs, pretty on a terminal. */
import { nameSources } from '#server/logging/source-positions.ts';

export const logFormats = ['json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

type Output = { isTTY?: boolean; write(text: string): unknown };

export function chooseLogFormat(wanted: string | undefined, output: { isTTY?: boolean }): LogFormat {
  const known = logFormats.find((format) => format === wanted);
  return known ?? (output.isTTY ? 'pretty' : 'json');
}

export function makeLogStream(output: Output, format: LogFormat): { write(line: string): void } {
  return { write: (line) => void output.write(nameSources(format === 'pretty' ? formatPretty(line) : line)) };
}

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

function formatPretty(line: string): string {
  const { level, time, msg, pid, hostname, err, ...facts } = JSON.parse(line) as Record<string, unknown> & {
    err?: { message?: string; stack?: string };
  };
  const words = Object.entries(facts).map(([name, fact]) =>
    typeof fact === 'object' ? `${name}=${JSON.stringify(fact)}` : `${name}=${fact}`,
  );
  const clock = new Date(Number(time)).toISOString().slice(11, 19);
  const text = [clock, levels[Number(level)] ?? level, msg, ...words]
    .filter((word) => word !== undefined)
    .join(' ');
  return `${text}\n${err ? `${err.stack ?? err.message}\n` : ''}`;
}
