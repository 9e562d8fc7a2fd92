import type { JsonValue } from '../json/json-value.ts';

/** One submission, as the URL names it that its provider calls back. */
export interface NoticedSubmission {
  readonly jobId: string;
  /** Name of the try. */
  readonly correlationId: string;
  readonly accountId: string;
}

/** URLs at which providers call back. Their signature alone makes them genuine, and is in no store. */
export interface NoticeUrls {
  /** Returns the URL of a submission without its signature, always the same. */
  unsigned(submission: NoticedSubmission): string;
  /** Signs the submission's unsigned URLs in a text that is about to be sent, however the text encodes them. */
  sign(submission: NoticedSubmission, text: string): string;
}

/** A call of a provider to the URL of a submission, as it was received. */
export interface NoticeCall {
  readonly body: JsonValue;
  /** The bytes of the body: a signature is about these. */
  readonly bytes: Uint8Array;
  /** Values of the headers, by names in lower case. */
  readonly headers: { readonly [name: string]: string };
}

/** Statement of a provider that called back about a submission; proves nothing: the work it names has to be read. */
export type NoticeReading =
  /** `id`: the provider's own, as `lookUp` takes it. */
  | { readonly kind: 'work'; readonly id: string }
  /** The provider checks the URL; the response has to have this body. */
  | { readonly kind: 'challenge'; readonly reply: JsonValue }
  /** Nothing that names work. */
  | { readonly kind: 'nothing' }
  /** The provider signs its calls, and did not sign this one. */
  | { readonly kind: 'forged' };
