import type { ProviderReply, ProviderResponse } from '../http/provider-request.ts';
import type { EngineSpace } from './engine-space.ts';

/** A link to a file in a JSON text: from `/files/` on as `ResultLinks` makes it. */
const linkForm = /"(https?:[^"\\]+(\/files\/[\w-]{1,80}\.(?:mp4|png)\?[^"\\]*))"/g;

/**
 * The same response with the files themselves in place of links to them, for clients that refuse loopback addresses. A
 * file that a fault keeps back keeps its link.
 */
export async function withDataLinks(
  reply: ProviderReply,
  { links, results }: Pick<EngineSpace, 'links' | 'results'>,
): Promise<ProviderReply> {
  if (reply.kind !== 'response' || reply.contentType !== 'application/json') return reply;
  const text = Buffer.from(reply.body).toString('utf8');
  const files = new Map<string, ProviderResponse>();
  for (const [, link = '', path = ''] of text.matchAll(linkForm)) {
    const found = links.read(new URL(path, 'http://mock.invalid'));
    if (found.kind !== 'valid') continue;
    const reading = await results.read(found.job, null, true);
    if (reading.kind === 'served' && reading.reply.kind === 'response')
      files.set(link, reading.reply);
  }
  if (files.size === 0) return reply;
  const inline = text.replace(linkForm, (whole, link: string) => {
    const file = files.get(link);
    if (file === undefined) return whole;
    return JSON.stringify(
      `data:${file.contentType};base64,${Buffer.from(file.body).toString('base64')}`,
    );
  });
  return { ...reply, body: new TextEncoder().encode(inline) };
}
