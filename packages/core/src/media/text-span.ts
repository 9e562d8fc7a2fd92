/** Half-open range of a text: from `start` up to, but not including, `end`, in UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}
