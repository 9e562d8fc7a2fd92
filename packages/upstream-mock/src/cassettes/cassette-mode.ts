/** How often a recorded submission may be made without a provider: as often as wanted, or as often as it was recorded. */
export type ReplayMode = 'lockdown' | 'once';

/** Those that write. */
export type RecordMode = 'new' | 'all';

/** What is done with a request by what a cassette has of it. */
export type CassetteMode = ReplayMode | RecordMode | 'spy' | 'check';

export function isRecordMode(mode: CassetteMode): mode is RecordMode {
  return mode === 'new' || mode === 'all';
}
