import type { GatewayPorts, SubmitOutcome, UpstreamClient } from '@filmgate/core';
import { linkSignature } from '../../http/image-server.ts';
import { withClients } from '../../http/quick-endpoints.ts';
import { overlay } from '../../fault/overlay.ts';

type Submission = Parameters<UpstreamClient['submit']>[0];

/** A gateway that keeps or says one secret, the endpoint that shows it, and where. */
export interface Mutant {
  readonly name: string;
  readonly endpoint: string;
  readonly secret: string;
  readonly place: string;
  wrapPorts(ports: GatewayPorts): GatewayPorts;
}

/** Changes what a submission leads to. */
function submitting(
  ports: GatewayPorts,
  change: (outcome: SubmitOutcome, call: Submission) => SubmitOutcome,
): GatewayPorts {
  return withClients(ports, (client) =>
    overlay(client, { submit: async (call) => change(await client.submit(call), call) }),
  );
}

export const mutants: readonly Mutant[] = [
  {
    ...{ name: 'stores the signed notice URL', endpoint: 'kling' },
    ...{ secret: 'notice token', place: 'file filmgate.db' },
    wrapPorts: ({ notices, ...ports }) => {
      if (notices === undefined) throw new Error('The gateway has no notices.');
      const { sign, unsigned } = notices;
      return { ...ports, notices: { sign, unsigned: (sent) => sign(sent, unsigned(sent)) } };
    },
  },
  {
    ...{ name: 'logs the account of a submission', endpoint: 'luma' },
    ...{ secret: 'account secret', place: 'log' },
    wrapPorts: (ports) =>
      submitting(ports, (outcome, { account }) => {
        ports.log.info('sent', { by: JSON.stringify(account) });
        return outcome;
      }),
  },
  {
    ...{ name: 'repeats the words of a refusal', endpoint: 'luma' },
    ...{ secret: 'account secret', place: 'response to GET /api/v1/admin/jobs/:id' },
    wrapPorts: (ports) =>
      submitting(ports, (outcome, { account }) => {
        if (outcome.kind !== 'rejected') return outcome;
        return { ...outcome, error: { ...outcome.error, detail: `wrong: ${account.secret}` } };
      }),
  },
  {
    ...{ name: 'stores a link in clear text', endpoint: 'linked' },
    ...{ secret: 'link of a provider', place: 'file filmgate.db' },
    wrapPorts: (ports) =>
      submitting(ports, (outcome) => {
        if (outcome.kind !== 'completed') return outcome;
        const output = { ...outcome.output, value: { kind: 'foreign', namedAs: linkSignature } };
        return { ...outcome, output };
      }),
  },
];
