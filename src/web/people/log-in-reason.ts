/** Why somebody is asked to log in: in a sentence above the form, by the page that they came from. */
import { readPartEndpoint } from '#contract/catalogue/parts.ts';
import * as paths from '#domain/paths.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';

/** Undefined for those who came by themselves. */
export async function findLogInReason(returnPath: string): Promise<string | undefined> {
  const [partId] = readIds(returnPath, paths.purchase);
  if (partId) return `Log in to order ${await findPartName(partId)}.`;
  if (readIds(returnPath, paths.payment).length > 0) return 'Log in to pay for your order.';
  if (readIds(returnPath, paths.order).length > 0) return 'Log in to see your order.';
  return reasons.find(({ path }) => returnPath.split('?')[0] === path)?.reason;
}

const reasons = [
  { path: paths.checkout, reason: 'Log in to order what is in your basket.' },
  { path: paths.dashboard, reason: 'Log in to see your orders.' },
  { path: paths.addReview, reason: 'Log in to write a review.' },
  { path: paths.myProfile, reason: 'Log in to see your profile.' },
];

function readIds(returnPath: string, makePath: (id: string) => string): string[] {
  const prefix = makePath('');
  return returnPath.startsWith(prefix) ? [returnPath.slice(prefix.length).split('?')[0] ?? ''] : [];
}

async function findPartName(id: string): Promise<string> {
  const part = await callEndpoint(readPartEndpoint, { params: { id } });
  return isProblem(part) ? 'this part' : part.full_name;
}
