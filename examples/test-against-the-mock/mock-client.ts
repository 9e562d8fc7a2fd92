import * as z from 'zod';

const acceptedSchema = z.object({ id: z.string() });
const foundSchema = z.object({ data: z.array(acceptedSchema) });
const ledgerSchema = z.object({
  accepted: z.number(),
  charged_credits: z.number(),
  jobs: z.array(z.object({ correlation_id: z.string(), answered: z.boolean() })),
});

export type Ledger = z.infer<typeof ledgerSchema>;

/** Knowledge of the client after one submission. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly id: string }
  /** The provider's documented response: nothing was accepted. */
  | { readonly kind: 'refused'; readonly status: number }
  /** Reset, 500, garbage: perhaps accepted, perhaps charged. */
  | { readonly kind: 'unknown' };

/** Refusals the provider documents. A 500 proves nothing and is not among them. */
const provenRefusals: readonly number[] = [400, 401, 402, 403, 429, 503];

/** The client under test, and the routes of the mock for its ledger and clock. */
export function createMockApi(url: string) {
  const headers = { authorization: 'Bearer test-account', 'content-type': 'application/json' };
  const post = (path: string, body: unknown) =>
    fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
  const get = (path: string) => fetch(new URL(path, url), { headers });

  return {
    /** Sends a submission once, whatever the response. */
    async submit(correlationId: string, prompt: string): Promise<SendOutcome> {
      try {
        const response = await post('/v1/generations', submission(correlationId, prompt));
        if (provenRefusals.includes(response.status)) {
          return { kind: 'refused', status: response.status };
        }
        return { kind: 'accepted', id: acceptedSchema.parse(await response.json()).id };
      } catch {
        return { kind: 'unknown' };
      }
    },

    /** Looks for a submission whose response was lost, instead of sending it again. */
    async find(correlationId: string): Promise<string | undefined> {
      const query = new URLSearchParams({ correlation_id: correlationId });
      const response = await get(`/v1/generations?${query.toString()}`);
      return foundSchema.parse(await response.json()).data[0]?.id;
    },

    async download(id: string): Promise<Uint8Array> {
      return new Uint8Array(await (await get(`/v1/results/${id}`)).arrayBuffer());
    },

    /** Moves the mock's clock, so that no test has to wait. */
    async advanceClock(ms: number): Promise<void> {
      await post('/_mock/clock', { advance: ms });
    },

    /** Submissions that the mock accepted, among the prompts that contain the text. */
    async ledger(contains: string): Promise<Ledger> {
      const query = new URLSearchParams({ contains });
      const response = await get(`/_mock/ledger?${query.toString()}`);
      return ledgerSchema.parse(await response.json());
    },
  };
}

function submission(correlationId: string, prompt: string) {
  return {
    correlation_id: correlationId,
    model: 'vm_std-2.0',
    media_type: 'video',
    prompt,
    negative_prompt: null,
    duration: 5,
    aspect_ratio: '16:9',
    resolution: '720p',
    width: 1280,
    height: 720,
    audio: true,
    references: [],
  };
}
