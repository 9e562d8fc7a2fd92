/** A body that is refused. `message` is for the caller, of bounded length, and names the limit if one was exceeded. */
export class RefusedBody extends Error {
  override readonly name: string = 'RefusedBody';
  readonly problem: 'body-malformed' | 'body-too-large';
  /** The field concerned, as the caller wrote it; undefined if the body itself is at fault. */
  readonly param: string | undefined;

  constructor(message: string, about: Partial<Pick<RefusedBody, 'problem' | 'param'>> = {}) {
    super(message);
    this.problem = about.problem ?? 'body-malformed';
    this.param = about.param;
  }
}

const statuses = {
  'request-malformed': 400,
  'request-timeout': 408,
  'too-many-requests': 429,
  overloaded: 503,
} as const;

/** Reasons for refusing a request regardless of its contents. */
export type RequestRefusal = keyof typeof statuses;

/** A request that cannot be read, or would cost more than allowed. `message` is for the caller and names the limit. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly problem: RequestRefusal;
  /** For scopes of a host without an error shape. */
  readonly statusCode: number;

  constructor(problem: RequestRefusal, message: string) {
    super(message);
    this.problem = problem;
    this.statusCode = statuses[problem];
  }
}
