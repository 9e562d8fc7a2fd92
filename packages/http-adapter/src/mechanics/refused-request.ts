/** A body that is not taken. `message` is for the caller, of bounded length, and names the limit where there is one. */
export class RefusedBody extends Error {
  override readonly name: string = 'RefusedBody';
  readonly problem: 'body-malformed' | 'body-too-large';
  /** The field concerned, as the caller wrote it; undefined when it is the body itself. */
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

/** Why a request is not taken any further, whatever it asks for. */
export type RequestRefusal = keyof typeof statuses;

/** A request that cannot be read, or would cost more than it may. `message` is for the caller and names the limit. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly problem: RequestRefusal;
  /** For scopes of a host that have no error shape of their own. */
  readonly statusCode: number;

  constructor(problem: RequestRefusal, message: string) {
    super(message);
    this.problem = problem;
    this.statusCode = statuses[problem];
  }
}
