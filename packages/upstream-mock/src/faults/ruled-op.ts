/** Operations for rules, besides submissions. */
export const ruledReads = ['status', 'result', 'search', 'list', 'cancel', 'callback'] as const;
export type RuledRead = (typeof ruledReads)[number];

/** Operations for rules. */
export const ruledOps = ['submit', ...ruledReads] as const;
export type RuledOp = (typeof ruledOps)[number];
