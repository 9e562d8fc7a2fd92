/** Where something stands in a text: from `start` up to `end`, in UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}
