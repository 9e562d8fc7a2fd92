/** What a new account gets where the operator said nothing: every family, one slot (no upstream allows fewer), enabled. */
export const accountDefaults = {
  families: ['*'],
  enabled: true,
  concurrency: 1,
} as const;
