import type { RequestLogCall } from '../../../api/answers.ts';

/** Where a call is found again: when it began, and its id. */
export interface CallPlace {
  readonly at: number;
  readonly id: string;
}

/** The place of a call for the address. */
export function placeText({ time, id }: Pick<RequestLogCall, 'time' | 'id'>): string {
  return `${Date.parse(time)}.${id}`;
}

/** Null for what is no place. */
export function readPlace(text: string | undefined): CallPlace | null {
  const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}
