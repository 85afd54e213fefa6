/** Shows how far a long command has come: a bar on a terminal, elsewhere a line now and then. */
import cliProgress from 'cli-progress';

export type Progress = {
  /** Says that so many of so many are done. */
  show(what: string, done: number, of: number, unit?: 'bytes'): void;
  end(): void;
};

/** A bar for each thing that is done, one after the other. */
export function showProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? showBars(stream) : showLines(stream);
}

function showBars(stream: NodeJS.WriteStream): Progress {
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
              type === 'value' || type === 'total' ? amount(value, unit) : String(value),
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

/** A line when something begins, and again every ten seconds. */
function showLines(stream: NodeJS.WriteStream): Progress {
  let [last, shownAt] = ['', 0];
  return {
    show(what, done, of, unit) {
      const now = performance.now();
      if (what === last && now - shownAt < 10_000) return;
      stream.write(`${what}: ${amount(done, unit)} of ${amount(of, unit)}\n`);
      [last, shownAt] = [what, now];
    },
    end() {},
  };
}

/** The library does not know how long it takes before something is done. */
function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'some time';
  return seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function amount(value: number, unit: 'bytes' | undefined): string {
  return unit === 'bytes' ? `${(value / 1_000_000).toFixed(1)} MB` : value.toLocaleString('en-US');
}
