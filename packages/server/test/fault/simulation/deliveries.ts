import { createHash } from 'node:crypto';
import type { Gateway, Job, OpenResultResult } from '@filmgate/core';

type Opened = Extract<OpenResultResult, { readonly kind: 'opened' }>;

/** Response to an owner's request for its video. */
export type Delivery =
  | { readonly kind: 'whole' }
  | { readonly kind: 'spoilt'; readonly bytes: number }
  | { readonly kind: Exclude<OpenResultResult['kind'], 'opened'> };

/** Videos requested while the world continues. */
export class Deliveries {
  readonly violations: string[] = [];

  /** Requests without a response are repeated at the end. */
  ask(gateway: Gateway, job: Pick<Job, 'id' | 'owner' | 'surface'>): void {
    deliver(gateway, job).then(
      (delivery) => {
        if (delivery.kind === 'spoilt') this.violations.push(spoiltFile(job, delivery));
      },
      () => undefined,
    );
  }
}

export function spoiltFile(
  { id }: Pick<Job, 'id'>,
  { bytes }: Extract<Delivery, { readonly kind: 'spoilt' }>,
): string {
  return `I7: the video of ${id} is delivered as ${bytes} bytes that are not the ones on record`;
}

export async function deliver(
  gateway: Gateway,
  { id, owner, surface }: Pick<Job, 'id' | 'owner' | 'surface'>,
): Promise<Delivery> {
  const opened = await gateway.openResult({ id, owner, surface });
  return opened.kind === 'opened' ? read(opened) : { kind: opened.kind };
}

async function read({ blob, result }: Opened): Promise<Delivery> {
  const bytes = new Uint8Array(blob.size);
  const filled = await blob.readInto(bytes, 0);
  await blob.close();
  const digest = createHash('sha256').update(bytes.subarray(0, filled)).digest('hex');
  return digest === result.sha256 ? { kind: 'whole' } : { kind: 'spoilt', bytes: filled };
}
