import type { LoggedRequest } from '../../../api/responses.ts';

/** Where a request is found again: when it began, and its id. */
export interface RequestPosition {
  readonly at: number;
  readonly id: string;
}

/** The place of a request for the address. */
export function positionText({ time, id }: Pick<LoggedRequest, 'time' | 'id'>): string {
  return `${Date.parse(time)}.${id}`;
}

/** Null for what is no place. */
export function readPosition(text: string | undefined): RequestPosition | null {
  const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}
