import { resultReply } from '../../results/result-reply.ts';
import type { WireCall } from '../../engine/wire-call.ts';
import type { ProviderReply } from '../../http/provider-request.ts';
import { keptUntil } from '../../job/reported-job.ts';

/** The video of a job or its still, which this API serves itself. */
export async function openAiContent(call: WireCall): Promise<ProviderReply> {
  const { account, values, space } = call;
  const { world, results, links } = space;
  const variant = call.url.searchParams.get('variant') ?? 'video';
  if (variant !== 'video' && variant !== 'thumbnail')
    return space.refuse('invalid_value', 'variant must be video or thumbnail');
  const missing = () => space.refuse('not_found');
  const job = space.ownJob(account, values['id'] ?? '');
  const until = job === undefined ? null : keptUntil(job, world.clock);
  if (job === undefined || (until !== null && until <= world.clock.now())) return missing();
  if (world.spendReadFault(job, 'urlMissing')) return missing();
  if (variant === 'thumbnail')
    return world.stateOf(job) === 'completed' ? await results.still(job) : missing();
  const reading = await results.read(job, call.range);
  return resultReply(reading, { job, base: call.base, links }, (kind) =>
    kind === 'forbidden' ? space.refuse('permission_denied') : missing(),
  );
}
