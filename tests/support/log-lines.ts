/** Reads what a shop prints: lines of its log, and the plain text of releases and programs that write none. */

type LogLine = { time: number; level: number; msg: string; err?: { stack?: string } };

/** As a person reads it: the message of each line of the log, an error's stack below it, and other text as it is. */
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

/** The lines that are none of the log. */
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
