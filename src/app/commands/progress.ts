/** Shows the progress of a long command: a bar on a terminal, otherwise a line every ten seconds. */
import cliProgress from 'cli-progress';
import type { CommandStreams } from '#app/commands/command.ts';
import { formatNumber } from '#kernel/words.ts';

export type Progress = {
  show(what: string, done: number, of: number, unit?: 'bytes'): void;
  end(): void;
};

export function showProgress(stream: CommandStreams['errors']): Progress {
  return stream.isTTY ? showBars(stream) : showLines(stream);
}

function showBars(stream: CommandStreams['errors']): Progress {
  let current: { what: string; bar: cliProgress.SingleBar } | undefined;
  const end = () => {
    current?.bar.stop();
    current = undefined;
  };
  return {
    show(what, done, of, unit) {
      if (current?.what !== what) {
        end();
        const bar = new cliProgress.SingleBar(
          {
            stream,
            format: `${what.padEnd(13)} {bar} {percentage} % · {value} of {total} · {eta_formatted} left`,
            formatValue: (value, _, type) =>
              type === 'value' || type === 'total' ? formatAmount(value, unit) : String(value),
            formatTime: (seconds) => formatTime(Number(seconds)),
          },
          cliProgress.Presets.shades_classic,
        );
        bar.start(of, done);
        current = { what, bar };
      }
      current.bar.update(Math.min(done, of));
    },
    end,
  };
}

function showLines(stream: CommandStreams['errors']): Progress {
  let [last, shownAt] = ['', 0];
  return {
    show(what, done, of, unit) {
      const now = performance.now();
      if (what === last && now - shownAt < 10_000) return;
      stream.write(`${what}: ${formatAmount(done, unit)} of ${formatAmount(of, unit)}\n`);
      [last, shownAt] = [what, now];
    },
    end() {},
  };
}

function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'some time';
  return seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function formatAmount(value: number, unit: 'bytes' | undefined): string {
  return unit === 'bytes' ? `${(value / 1_000_000).toFixed(1)} MB` : formatNumber(value);
}
