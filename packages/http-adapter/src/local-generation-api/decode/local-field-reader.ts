import { FieldReader } from '../../mechanics/field-reader.ts';
import type { FailureKind } from '../failure.ts';

/** Reads the fields of this API's requests. */
export type LocalFieldReader = FieldReader<FailureKind>;

/** A reader whose refusals are `payload_invalid` unless said otherwise. */
export function createFieldReader(): LocalFieldReader {
  return new FieldReader<FailureKind>('payload-invalid');
}
