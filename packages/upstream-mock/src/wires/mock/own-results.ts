import { type LinkVia, ResultLinks } from '../../results/result-links.ts';
import { resultReply } from '../../results/result-reply.ts';
import type { WireCall, WireSpace } from '../../engine/wire-call.ts';
import type { ProviderReply } from '../../http/provider-request.ts';
import { type MockJob, ownWire } from '../../job/mock-job.ts';

/** Path of the space in which a caller reached the API. */
function prefixOf(base: string): string {
  return base === '' ? '' : new URL(base).pathname.replace(/\/$/, '');
}

/** Path of a job's file: with a query only if a token lets its links expire. */
export function resultPath(job: MockJob, base: string, { world }: WireSpace): string {
  const query = endsLinks(job) ? `?${linksOf(world).query(job)}` : '';
  return `${prefixOf(base)}/v1/results/${job.id}${query}`;
}

/** A read with the account's key: for a job whose links expire, only by the link that a status read returned. */
export function ownResult(call: WireCall): ProviderReply | Promise<ProviderReply> {
  const { account, space, values } = call;
  const job = space.ownJob(account, values['id'] ?? '');
  if (job === undefined) return space.refuse('not_found');
  return endsLinks(job) ? linked(job, call) : file(job, call, null);
}

/** The target of a redirect, which requires no key; undefined for any other read. */
export function redirectedResult(call: WireCall) {
  if (!call.url.searchParams.has('via')) return undefined;
  return linked(call.space.world.jobs.find(call.values['id'] ?? ''), call);
}

function linked(job: MockJob | undefined, call: WireCall): ProviderReply | Promise<ProviderReply> {
  const link = linksOf(call.space.world).readQuery(job?.id ?? '', call.url.searchParams);
  return link.kind === 'valid' ? file(link.job, call, link.via) : call.space.refuse('link_expired');
}

async function file(
  job: MockJob,
  { base, range, space }: WireCall,
  via: LinkVia | null,
): Promise<ProviderReply> {
  const reading = await space.results.read(job, range, via !== null);
  const to = (_job: MockJob, origin: string, how?: LinkVia) =>
    `${how === 'link' ? prefixOf(base) : origin}/v1/results/${job.id}?${linksOf(space.world).query(job, how)}`;
  const codes = { absent: 'not_found', gone: 'gone', forbidden: 'link_expired' };
  return resultReply(reading, { job, base, links: { to } }, (kind) => space.refuse(codes[kind]));
}

function linksOf(world: WireSpace['world']): ResultLinks {
  return new ResultLinks(world, { wire: ownWire, keptMs: Infinity });
}

function endsLinks({ instructions: { oneUse, linkLifeMs } }: MockJob): boolean {
  return oneUse || linkLifeMs !== null;
}
