import type { ProbeOutcome } from '@filmgate/core';
import type { ProviderDescription } from './provider-description.ts';
import type { Reading } from './read-task.ts';

export type ProbeRule = NonNullable<ProviderDescription['probe']>;

/** Tests an account by one read. */
export async function probeAccount(
  description: Pick<ProviderDescription, 'readRefusal'>,
  probe: ProbeRule,
  { read, fit }: Reading,
): Promise<ProbeOutcome> {
  const { json, status } = await read(probe.request);
  if (json === undefined) return { kind: 'unreadable', detail: `responded ${status} without JSON` };
  const reading = probe.read(json);
  switch (reading.kind) {
    case 'ready':
      return { kind: 'ready', credits: reading.balance };
    case 'login-required': {
      const said = description.readRefusal(json);
      const words = [said?.code ?? [], said?.message ?? []].flat().join(': ');
      return { kind: 'login-required', detail: fit([status, words].filter(Boolean).join(', ')) };
    }
    case 'unreadable':
      return { kind: 'unreadable', detail: fit(reading.detail) };
  }
}
