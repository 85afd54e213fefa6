/** A finding for people: what is wrong, who wanted what, and the shortest history that shows it. */
import type { Step } from './plan.ts';
import type { Shrunk } from './shrink.ts';

const maxFindings = 10;

export function describeFinding({ plan, result }: Shrunk): string {
  const { findings, lines, faults } = result;
  const actors = plan.actors.flatMap(({ name, process, steps }) => {
    const wanted = steps.filter((step) => step.do !== 'nothing').map(describeStep);
    return wanted.length > 0 ? [`  ${name} (process ${process}): ${wanted.join('; ')}`] : [];
  });
  return [
    `Seed ${plan.seed}: repeat it with SIMULATE_SEED=${plan.seed}. Its shortest history found:`,
    ...findings.slice(0, maxFindings).map((finding) => `  ${finding}`),
    '',
    `  parts: ${plan.parts.map(({ stock, price }) => `${stock} for ${price}`).join(', ')}`,
    ...actors,
    ...[...faults].map(([turn, fault]) => `  ${fault} at ${turn}`),
    '',
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
}

function describeStep({ do: what, ...details }: Step): string {
  return [what, ...Object.entries(details).map(([name, value]) => `${name}=${value}`)].join(' ');
}
