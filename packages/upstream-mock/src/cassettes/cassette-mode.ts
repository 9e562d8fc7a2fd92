/** `lockdown`: recorded submissions may be repeated without limit; `once`: only as often as recorded. */
export type ReplayMode = 'lockdown' | 'once';

/** Modes that write a cassette. */
export type RecordMode = 'new' | 'all';

/** Handling of a request by its presence in a cassette. */
export type CassetteMode = ReplayMode | RecordMode | 'spy' | 'check';

export function isRecordMode(mode: CassetteMode): mode is RecordMode {
  return mode === 'new' || mode === 'all';
}
