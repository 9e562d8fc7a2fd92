/** What is done with a request by what a cassette has of it. */
export const cassetteModes = ['lockdown', 'once', 'new', 'all', 'spy', 'check'] as const;
export type CassetteMode = (typeof cassetteModes)[number];

/** Those that ask no provider. */
export const replayModes = ['lockdown', 'once'] as const;
/** How often a recorded submission may be made: as often as wanted, or once. */
export type ReplayMode = (typeof replayModes)[number];

/** Those that write. */
export type RecordMode = 'new' | 'all';

export function isRecordMode(mode: CassetteMode): mode is RecordMode {
  return mode === 'new' || mode === 'all';
}
