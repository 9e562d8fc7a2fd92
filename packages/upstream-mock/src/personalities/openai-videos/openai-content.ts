import type { LinkVia } from '../../wire/link-signer.ts';
import type { ProviderReply } from '../../wire/provider-request.ts';
import { redirectReply } from '../../wire/redirect-reply.ts';
import type { ResultLinks } from '../../wire/result-links.ts';
import type { MockJob } from '../../world/mock-job.ts';
import type { MockWorld } from '../../world/mock-world.ts';
import type { PersonalityCall, PersonalityContext } from '../personality.ts';
import type { WireDesk } from '../wire-desk.ts';

/** Until when a video can be fetched, in ms since 1970; null where no end is told. */
export function keptUntil(
  { endsAt, instructions: { resultKeptMs } }: MockJob,
  { clock }: MockWorld,
): number | null {
  return resultKeptMs === null ? null : endsAt + clock.scaled(resultKeptMs);
}

/** The video of a job or its still, which this wire serves itself. */
export async function openAiContent(
  call: PersonalityCall,
  job: MockJob | undefined,
  {
    world,
    results,
    desk,
    links,
  }: Pick<PersonalityContext, 'world' | 'results'> & {
    readonly desk: WireDesk;
    readonly links: ResultLinks;
  },
): Promise<ProviderReply> {
  const variant = call.url.searchParams.get('variant') ?? 'video';
  if (variant !== 'video' && variant !== 'thumbnail')
    return desk.refuse('invalid_value', 'variant is video or thumbnail');
  const missing = () => desk.refuse('not_found');
  const until = job === undefined ? null : keptUntil(job, world);
  if (job === undefined || (until !== null && until <= world.clock.now())) return missing();
  if (world.spendReadFault(job, 'urlMissing')) return missing();
  if (variant === 'thumbnail')
    return world.stateOf(job) === 'completed' ? await results.still(job) : missing();
  const reading = await results.read(job, call.range);
  switch (reading.kind) {
    case 'absent':
    case 'gone':
      return missing();
    case 'forbidden':
      return desk.refuse('permission_denied');
    case 'redirected': {
      const linkTo = (base: string, via: LinkVia) => links.to(job, base, via);
      return redirectReply(reading.to, { job: job.id, base: call.base, linkTo });
    }
    case 'served':
      return reading.reply;
  }
}
