import type { UpstreamClient } from '../../ports/upstream-client.ts';
import {
  reportedLookUp,
  reportedPoll,
  reportedProbe,
  reportedSearch,
  reportedStaging,
  reportedSubmission,
} from './reported-outcomes.ts';

/** Wraps a client so that all its reports can be stored, whoever wrote it and whatever its provider sends. */
export function reportedClient(client: UpstreamClient): UpstreamClient {
  const turnToPoll = client.turnToPoll?.bind(client);
  const stage = client.stage?.bind(client);
  const reconcile = client.reconcile?.bind(client);
  const lookUp = client.lookUp?.bind(client);
  const readNotice = client.readNotice?.bind(client);
  const probe = client.probe?.bind(client);
  return {
    capabilities: () => client.capabilities(),
    accepts: (input) => client.accepts(input),
    prepare: (input) => client.prepare(input),
    submit: async (call) => reportedSubmission(await client.submit(call)),
    poll: async (call) => reportedPoll(await client.poll(call)),
    openResult: (call) => client.openResult(call),
    ...(turnToPoll !== undefined && { turnToPoll }),
    ...(stage !== undefined && { stage: async (call) => reportedStaging(await stage(call)) }),
    ...(reconcile !== undefined && {
      reconcile: async (call) => reportedSearch(await reconcile(call)),
    }),
    ...(lookUp !== undefined && { lookUp: async (call) => reportedLookUp(await lookUp(call)) }),
    ...(readNotice !== undefined && { readNotice }),
    ...(probe !== undefined && { probe: async (call) => reportedProbe(await probe(call)) }),
  };
}
