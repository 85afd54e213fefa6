/** Saves a file that the API answers: a plain link would go without the access token. */
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { callEndpoint, isProblem, type Problem, type ReceivedFile } from '#web/api/api-client.ts';

export async function downloadFile<C extends Endpoint & { file: string }>(
  endpoint: C,
  input: EndpointInput<C>,
): Promise<Problem | undefined> {
  const answer = (await callEndpoint(endpoint, input)) as ReceivedFile | Problem;
  if (isProblem(answer)) return answer;
  const address = URL.createObjectURL(answer.content);
  const link = document.createElement('a');
  link.href = address;
  link.download = answer.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it later
  return undefined;
}
