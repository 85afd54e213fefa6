/** Parses the output of a shop: log lines, and plain text of older releases and other programs. */

type LogLine = { time: number; level: number; msg: string; err?: { stack?: string } };

/** The message of each log line with an error's stack; other text unchanged. */
export function readPrinted(printed: string): string {
  return printed
    .split('\n')
    .map((line) => {
      const logged = parseLogLine(line);
      if (!logged) return line;
      return logged.err?.stack ? `${logged.msg}\n${logged.err.stack}` : logged.msg;
    })
    .join('\n');
}

/** The lines that are not log lines. */
export function foreignLines(printed: string): string[] {
  return printed.split('\n').filter((line) => line !== '' && !parseLogLine(line));
}

function parseLogLine(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { time, level, msg, err } = JSON.parse(line);
    const isLogged = typeof time === 'number' && typeof level === 'number' && typeof msg === 'string';
    return isLogged ? { time, level, msg, err } : undefined;
  } catch {
    return undefined; // not whole yet
  }
}
