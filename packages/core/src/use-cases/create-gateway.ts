import { createOffer } from '../model/retirement.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { acceptJob } from './accept-job.ts';
import { awaitEnd } from './await-end.ts';
import { cancelJob } from './by-hand/cancel-job.ts';
import { checkAct } from './by-hand/check-act.ts';
import { lookUpForJob, resolveOutcome } from './by-hand/resolve-outcome.ts';
import { checkJob } from './check-job.ts';
import { checkKeyed } from './checks/check-accept-command.ts';
import {
  refuseList,
  refuseLookUp,
  refuseResolution,
  refuseUpload,
  refuseWait,
} from './checks/other-inputs.ts';
import { createDeadlines } from './deadlines.ts';
import { findReplay } from './find-replay.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { historyId } from './history-id.ts';
import { checkBeforeBody } from './check-before-body.ts';
import { lostResponseOf } from './lost-response.ts';
import { noteNotice } from './note-notice.ts';
import { openFile, openResult } from './open-result.ts';
import { readOwnJob } from './read-own-job.ts';
import { createReferencePermits } from './reference-permits.ts';
import { removeResult } from './remove-result.ts';
import { createResultRestorer } from './restore-result.ts';
import { storeAsset } from './store-asset.ts';

/** Binds the use-cases to one set of ports. */
export function createGateway(ports: GatewayPorts, options: GatewayOptions): Gateway {
  const deadlines = createDeadlines(ports.clock);
  const permits = createReferencePermits();
  const offer = createOffer(
    () => options.catalog(),
    () => ports.clock.now(),
  );
  const restorer = createResultRestorer(ports, options);
  return {
    catalog: offer,
    lostResponse: (family) => lostResponseOf(family, ports.upstreams),
    accept: (command) => acceptJob({ ports, options, permits, offer }, command),
    checkBeforeBody: (creation) => checkBeforeBody(ports, options, creation),
    replay: async (given) => {
      const checked = checkKeyed(given);
      return checked.kind === 'checked'
        ? findReplay({ ports, options }, checked.creation)
        : checked;
    },
    get: (input) => readOwnJob(ports, input),
    list: async (query) => refuseList(query) ?? ports.storage.reader.list(query),
    historyId: () => historyId(ports),
    awaitEnd: (input) => {
      const refusal = refuseWait(input);
      return refusal === undefined
        ? awaitEnd({ ports, options, deadlines }, input)
        : Promise.resolve(refusal);
    },
    openResult: (input) => openResult({ ports, options, restorer }, input),
    openFile: (input) => openFile({ ports, options, restorer }, input),
    storeAsset: async (command) => refuseUpload(command) ?? storeAsset(ports, options, command),
    check: (input) => checkJob(ports, options, input),
    noteNotice: (notice) => noteNotice(ports, options, notice),
    cancel: (input) => cancelJob(ports, options, input),
    checkAct: (input) => checkAct(ports, input),
    removeResult: (input) => removeResult(ports, input),
    lookUpWork: async (input) => refuseLookUp(input) ?? lookUpForJob(ports, options, input),
    resolve: async (input) => refuseResolution(input) ?? resolveOutcome(ports, options, input),
  };
}
