import type { UpstreamClient } from '../../ports/upstream-client.ts';
import {
  toldLookUp,
  toldPoll,
  toldProbe,
  toldSearch,
  toldStaging,
  toldSubmission,
} from './told-outcomes.ts';

/** A client whose every word can be kept, whoever wrote it and whatever its provider says. */
export function toldClient(client: UpstreamClient): UpstreamClient {
  const stage = client.stage?.bind(client);
  const reconcile = client.reconcile?.bind(client);
  const lookUp = client.lookUp?.bind(client);
  const probe = client.probe?.bind(client);
  return {
    capabilities: () => client.capabilities(),
    accepts: (input) => client.accepts(input),
    prepare: (input) => client.prepare(input),
    submit: async (call) => toldSubmission(await client.submit(call)),
    poll: async (call) => toldPoll(await client.poll(call)),
    openResult: (call) => client.openResult(call),
    ...(stage !== undefined && { stage: async (call) => toldStaging(await stage(call)) }),
    ...(reconcile !== undefined && {
      reconcile: async (call) => toldSearch(await reconcile(call)),
    }),
    ...(lookUp !== undefined && { lookUp: async (call) => toldLookUp(await lookUp(call)) }),
    ...(probe !== undefined && { probe: async (call) => toldProbe(await probe(call)) }),
  };
}
