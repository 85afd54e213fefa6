/** Saves a file that the API answers: a plain link would go without the access token. */
import type { Endpoint, EndpointInput } from '#platform/contract/endpoint.ts';
import { callEndpoint, isProblem, type Problem, type ReceivedFile } from './api-client.ts';

export async function downloadFile<C extends Endpoint & { file: string }>(
  endpoint: C,
  input: EndpointInput<C>,
): Promise<Problem | undefined> {
  const answer = (await callEndpoint(endpoint, input)) as ReceivedFile | Problem;
  if (isProblem(answer)) return answer;
  saveFile(answer.name, answer.content);
  return undefined;
}

/** Saves a file that the page has. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it later
}
