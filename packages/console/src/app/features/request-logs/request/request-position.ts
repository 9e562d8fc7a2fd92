import type { LoggedRequest } from '../../../api/responses.ts';

/** Address of a request in the log: its start time and id. */
export interface RequestPosition {
  readonly at: number;
  readonly id: string;
}

/** Encodes the place of a request for the address. */
export function positionText({ time, id }: Pick<LoggedRequest, 'time' | 'id'>): string {
  return `${Date.parse(time)}.${id}`;
}

/** Null for invalid text. */
export function readPosition(text: string | undefined): RequestPosition | null {
  const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}
