import type { NoticedSubmission, NoticeOutcome } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptJsonOnly } from '../../http/json-body.ts';
import { noticePath, submissionOf } from '../../http/notice-url.ts';
import type { UrlSigner } from '../../http/signed-url.ts';
import type { VideoTaskContext } from '../context.ts';
import { sendFailure, videoTaskErrors } from '../failure.ts';

/** Maximum body of a notice, in bytes [notices.bounds]. */
const mostBytes = 64 * 1024;

/** A notice names a task, and its work is done whether or not the provider waits for the response. */
const neverAborted = new AbortController().signal;

/**
 * `POST /notices/<token>`: a provider's call about a submission. The token is the only credential; with any other one
 * the path does not exist, and the body is not read [notices.token].
 */
export async function noticesApi(
  app: FastifyInstance,
  { deps }: VideoTaskContext,
  signer: Pick<UrlSigner, 'verify'>,
): Promise<void> {
  const noticed = new WeakMap<FastifyRequest, NoticedSubmission>();
  const bodies = new WeakMap<FastifyRequest, Uint8Array>();
  acceptJsonOnly(app, (request, bytes) => void bodies.set(request, bytes));
  app.route<{ Params: { token: string }; Body: z.infer<typeof noticeBody> }>({
    method: 'POST',
    url: `${noticePath}/:token`,
    bodyLimit: mostBytes,
    schema: { hide: true, params: z.object({ token: z.string() }), body: noticeBody },
    onRequest: (request, reply, done) => {
      const submission = submissionOf(signer, request.params.token);
      if (submission === undefined) {
        reply.callNotFound();
        return;
      }
      noticed.set(request, submission);
      done();
    },
    handler: async (request, reply): Promise<FastifyReply> => {
      const [submission, bytes] = [noticed.get(request), bodies.get(request)];
      if (submission === undefined || bytes === undefined)
        throw new Error('A notice without a submission or a body.');
      const call = { body: request.body, bytes, headers: singleHeaders(request) };
      const outcome = await deps.gateway.noteNotice({ submission, ...call, signal: neverAborted });
      return sendOutcome(reply, outcome);
    },
  });
}

function sendOutcome(reply: FastifyReply, outcome: NoticeOutcome): FastifyReply {
  switch (outcome.kind) {
    case 'not-found':
      return sendFailure(reply, videoTaskErrors.unknownPath);
    case 'challenge':
      return reply.send(outcome.reply);
    case 'noted':
      return reply.send({});
    case 'not-read':
      return sendFailure(reply, { kind: 'upstream-unavailable', message: outcome.detail });
  }
}

const noticeBody = z.json();

function singleHeaders({ headers }: FastifyRequest): { readonly [name: string]: string } {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(single);
}
