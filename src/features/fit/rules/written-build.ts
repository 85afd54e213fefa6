/** A build as a text that is copied into a mail or a forum: plain, and in Markdown. */
import type { ShownVerdict } from '#fit/rules/verdicts.ts';

export type WrittenBuild = {
  address: string;
  lines: readonly {
    label: string;
    name: string;
    quantity: number;
    /** Of all units; undefined for what is owned. */
    price: string | undefined;
    address: string;
  }[];
  total: string;
  verdict: ShownVerdict | undefined;
  /** What else is said of the whole: whole sentences. */
  remarks: readonly string[];
};

export function writeText({ address, lines, ...whole }: WrittenBuild): string {
  return [
    ...lines.map(
      (line) =>
        `${line.label}: ${countUnits(line)}${line.name}, ${line.price ?? owned.toLowerCase()}\n${line.address}`,
    ),
    listRemarks(whole).join('\n'),
    address,
  ].join('\n\n');
}

export function writeMarkdown({ address, lines, ...whole }: WrittenBuild): string {
  const rows = lines.map(
    (line) =>
      `| ${line.label} | ${countUnits(line)}[${escapeMarkdown(line.name)}](${line.address}) | ${line.price ?? owned} |`,
  );
  return [
    ['| Kind | Part | Price |', '| --- | --- | ---: |', ...rows].join('\n'),
    ...listRemarks(whole).map(escapeMarkdown),
    `[See this build](${address})`,
  ].join('\n\n');
}

const owned = 'Owned';

const countUnits = ({ quantity }: { quantity: number }) => (quantity > 1 ? `${quantity} × ` : '');

function listRemarks({ total, verdict, remarks }: Pick<WrittenBuild, 'total' | 'verdict' | 'remarks'>) {
  return [`Total: ${total}`, ...(verdict ? [`Do the parts fit? ${verdict.label}.`] : []), ...remarks];
}

/** Source: CommonMark 0.31.2, 'Backslash escapes'; the pipe ends a cell. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~]/g, '\\$&');
}
