import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noValidation, sendText } from '../../mechanics/route-compilers.ts';
import { isFields } from '../../mechanics/field-reader.ts';
import { noteAskedModel } from '../../mechanics/call-log.ts';
import type { LocalContext } from '../context.ts';
import { decodeChatRequest } from './chat-request.ts';
import { chatCompletion, encodeChatCompletion, encodeChatEvents } from './chat-completion.ts';
import { sendFailure } from '../failure.ts';
import { type AcceptedGeneration, acceptGeneration, awaitGenerations } from '../generation.ts';
import { errorAnswers, serviceKeySecurity } from '../route-description.ts';
import { chatBody } from './chat-body.ts';

/** `POST /v1/chat/completions` [local.wait.ends-with-job]: answers when the generation has ended. */
export function registerChatCompletions(app: FastifyInstance, context: LocalContext): void {
  app.post('/v1/chat/completions', {
    schema: {
      tags: ['Generation'],
      summary: 'Generate a video or an image, and wait for it',
      description:
        'Answers when the generation has ended: allow as many seconds as the catalog lets the model take (900 or 1800 in the built-in one), and no retries. With `stream` the same as server-sent events, all of them at the end. A repeated call is a new generation.',
      security: serviceKeySecurity,
      body: chatBody,
      response: { 200: chatCompletion, ...errorAnswers },
    },
    bodyLimit: context.settings.createBodyBytes,
    validatorCompiler: noValidation,
    handler: (request, reply) => complete(context, request, reply),
  });
}

async function complete(
  context: LocalContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const accepted = await accept(context, request);
  if (accepted.kind === 'refused') return sendFailure(reply, accepted.failure);
  const [ended] = await awaitGenerations(context, reply, [accepted.job]);
  if (ended === undefined) throw new Error('A wait ended without its job.');
  if (ended.kind === 'failed') return sendFailure(reply, ended.failure);
  if (!accepted.stream) return sendText(reply, JSON.stringify(encodeChatCompletion(ended)));
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .send(encodeChatEvents(ended));
}

type AcceptedChat =
  | (Extract<AcceptedGeneration, { readonly kind: 'accepted' }> & { readonly stream: boolean })
  | Extract<AcceptedGeneration, { readonly kind: 'refused' }>;

/** What was decoded ends here: images of many megabytes must not be held through the wait. */
async function accept(context: LocalContext, request: FastifyRequest): Promise<AcceptedChat> {
  const { deps, settings } = context;
  const rules = {
    catalog: deps.gateway.catalog(),
    digest: deps.digest,
    dataUrlBytes: settings.dataUrlBytes,
  };
  if (isFields(request.body))
    noteAskedModel(request, request.body['model'], deps.gateway.catalog());
  const decoded = decodeChatRequest(request.body, rules);
  request.body = undefined;
  if (decoded.kind === 'refused') return decoded;
  const accepted = await acceptGeneration(context, request, decoded);
  return accepted.kind === 'refused' ? accepted : { ...accepted, stream: decoded.stream };
}
