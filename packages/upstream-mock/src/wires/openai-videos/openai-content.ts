import type { ProviderReply } from '../../http/provider-request.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { keptUntil } from '../../job/reported-job.ts';
import { resultReply } from '../../engine/file-reply.ts';
import type { PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import type { DialectRuntime } from '../../engine/dialect-runtime.ts';

/** The video of a job or its still, which this API serves itself. */
export async function openAiContent(
  call: PersonalityCall,
  job: MockJob | undefined,
  {
    world,
    results,
    runtime,
    links,
  }: Pick<PersonalityContext, 'world' | 'results'> & {
    readonly runtime: DialectRuntime;
    readonly links: ResultLinks;
  },
): Promise<ProviderReply> {
  const variant = call.url.searchParams.get('variant') ?? 'video';
  if (variant !== 'video' && variant !== 'thumbnail')
    return runtime.refuse('invalid_value', 'variant must be video or thumbnail');
  const missing = () => runtime.refuse('not_found');
  const until = job === undefined ? null : keptUntil(job, world.clock);
  if (job === undefined || (until !== null && until <= world.clock.now())) return missing();
  if (world.spendReadFault(job, 'urlMissing')) return missing();
  if (variant === 'thumbnail')
    return world.stateOf(job) === 'completed' ? await results.still(job) : missing();
  const reading = await results.read(job, call.range);
  return resultReply(reading, { job, base: call.base, links }, (kind) =>
    kind === 'forbidden' ? runtime.refuse('permission_denied') : missing(),
  );
}
