import type { JSONObject, JSONValue, SharedV4Warning } from '@ai-sdk/provider';
import { type GatewayResponse, isRecord, jsonOf, unreadable } from './gateway.ts';

/** A video of the gateway in its present state. */
export interface Task {
  readonly id: string;
  readonly status: 'in_progress' | 'completed' | 'failed';
  /** Reason of a failure. */
  readonly error: string;
  readonly warnings: readonly SharedV4Warning[];
  /** Figures for the metadata of the provider. */
  readonly metadata: JSONObject;
}

/** Fields of the gateway that callers get, by their names there. */
const reported = {
  id: 'id',
  model: 'model',
  seconds: 'seconds',
  resolution: 'resolution',
  aspect_ratio: 'aspectRatio',
  size: 'size',
  generate_audio: 'generateAudio',
  created_at: 'createdAt',
  completed_at: 'completedAt',
  expires_at: 'expiresAt',
  video_url: 'videoUrl',
} as const;

/**
 * Reads the task in a response.
 *
 * @throws APICallError without a status if the response contains no task
 */
export function taskIn(response: GatewayResponse): Task {
  const value = jsonOf(response.bytes);
  if (!isRecord(value)) throw unreadable(response);
  const { id, status, error, warnings } = value;
  const isKnown = status === 'in_progress' || status === 'completed' || status === 'failed';
  if (typeof id !== 'string' || !isKnown) throw unreadable(response);
  return {
    id,
    status,
    error: isRecord(error) ? `${String(error['message'])} (${String(error['code'])})` : 'no reason',
    warnings: Array.isArray(warnings) ? warnings.filter(isRecord).map(warningOf) : [],
    metadata: Object.fromEntries(
      Object.entries(reported).flatMap(([theirs, ours]) => {
        const field = value[theirs];
        return isPlain(field) ? [[ours, field]] : [];
      }),
    ),
  };
}

function warningOf({ param, message }: Readonly<Record<string, unknown>>): SharedV4Warning {
  return { type: 'other', message: `${String(param)}: ${String(message)}` };
}

function isPlain(value: unknown): value is JSONValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
