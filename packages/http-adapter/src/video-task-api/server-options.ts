import type { FastifyServerOptions } from 'fastify';
import {
  createClientErrorHandler,
  createFrameworkErrorHandler,
} from '../mechanics/json-error-fallback.ts';
import { createRequestIds } from '../mechanics/request-id.ts';
import { describeProblem } from './error-handler.ts';

/**
 * Fastify options for a listener that serves this API: what fails before any plugin is asked (a path that cannot be
 * decoded, bytes that are no HTTP) is answered in this API's shape too, and a closing server still answers what arrives.
 *
 * @param nextId - makes request ids
 */
export function videoTaskServerOptions(
  nextId: () => string,
): Pick<
  FastifyServerOptions,
  'frameworkErrors' | 'clientErrorHandler' | 'genReqId' | 'return503OnClosing' | 'routerOptions'
> {
  return {
    frameworkErrors: createFrameworkErrorHandler(describeProblem),
    clientErrorHandler: createClientErrorHandler(describeProblem, nextId),
    genReqId: createRequestIds(nextId),
    return503OnClosing: false,
    // Ids are 29 characters; longer ones are answered as the unknown ids they are.
    routerOptions: { maxParamLength: 512 },
  };
}
