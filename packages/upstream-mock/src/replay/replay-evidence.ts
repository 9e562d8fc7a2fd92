import type { FoundExchanges } from '@filmgate/mock-cassettes';
import type { ProviderResponse } from '../http/provider-request.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { Replayed, ReplayCall } from './replay.ts';
import { replayAccount, type ReplayedJobs } from './replayed-jobs.ts';

/** Records the subject and outcome of a replayed call in the history of its space. */
export async function noteReplayed(
  { reply, about }: Replayed,
  call: ReplayCall,
  { world, jobs }: { readonly world: ProviderState; readonly jobs: ReplayedJobs },
): Promise<ProviderResponse> {
  const { requestHistory } = world;
  switch (about.kind) {
    case 'accepted': {
      const { id } = about.job;
      return { ...reply, sent: () => world.markAnswered(id) };
    }
    case 'not-accepted':
      noteRefused(reply, about.found, { world, jobs });
      break;
    case 'read':
      noteRead(about, { reply, call, world });
      break;
    case 'other':
      if (about.isList) requestHistory.exchanges.asks('list');
  }
  const wait = reply.headers?.['retry-after'] ?? '';
  if (/^\d{1,6}$/.test(wait)) requestHistory.exchanges.asksToWait(Number(wait) * 1_000);
  return reply;
}

/** A refusal of the request proves that nothing was accepted; for other responses no cassette shows it. */
function noteRefused(
  { status }: ProviderResponse,
  found: FoundExchanges,
  { world, jobs }: { readonly world: ProviderState; readonly jobs: ReplayedJobs },
): void {
  if (status < 400) return;
  const isProof = status < 500;
  const { requestHistory } = world;
  const facts = requestHistory.factsOf(replayAccount, jobs.submissionOf(found), null);
  const truth = isProof ? 'refused' : 'unknown';
  requestHistory.addAttempt(facts, { truth, job: null, means: isProof ? 'refused' : 'nothing' });
}

function noteRead(
  { job, video }: Extract<Replayed['about'], { readonly kind: 'read' }>,
  {
    reply: { lacksEnd = false },
    call,
    world,
  }: {
    readonly reply: ProviderResponse;
    readonly call: ReplayCall;
    readonly world: ProviderState;
  },
): void {
  const { requestHistory } = world;
  if (video !== null) {
    requestHistory.exchanges.asks('result', job.id);
    if (!lacksEnd) requestHistory.exchanges.reachesEnd();
    requestHistory.note(job.id, { sha256: video });
    return;
  }
  requestHistory.exchanges.asks(isCancel(call) ? 'cancel' : 'status', job.id);
}

function isCancel({ method, url }: ReplayCall): boolean {
  return (
    method === 'DELETE' ||
    method === 'PUT' ||
    (method === 'POST' && /[/:]cancel$/.test(url.pathname))
  );
}
