/** Saves a file that the API answers, or says why not: a plain link would go without the access token. */
import type { Endpoint, EndpointInput } from '#platform/contract/endpoint.ts';
import { toast } from '#ui/components/toast.ts';
import { callEndpoint, isProblem, type Problem, type ReceivedFile } from './api-client.ts';

export async function downloadFile<C extends Endpoint & { file: string }>(
  endpoint: C,
  input: EndpointInput<C>,
): Promise<void> {
  const answer = (await callEndpoint(endpoint, input)) as ReceivedFile | Problem;
  if (isProblem(answer)) toast.error(answer.errors?.[0]?.message ?? answer.detail);
  else saveFile(answer.name, answer.content);
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
