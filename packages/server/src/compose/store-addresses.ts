import { join } from 'node:path';
import type { Settings } from '../settings/settings-schema.ts';

const witnessName = 'filmgate.witness.json';

/** Where the database lies, and what remembers how far its past goes. */
export function sqliteOf(settings: Settings) {
  const { FILMGATE_DATA_DIR: data, FILMGATE_WITNESS_DIR: outside } = settings;
  const formerWitness = join(data, witnessName);
  const file = join(data, 'filmgate.db');
  return outside === undefined
    ? { file, witness: formerWitness }
    : { file, witness: join(outside, witnessName), formerWitness };
}

/** How the store on Redis is reached, and what it must keep. Precondition: the settings name one. */
export function redisOf(settings: Settings) {
  return {
    url: present(settings, 'FILMGATE_REDIS_URL'),
    prefix: settings.FILMGATE_REDIS_PREFIX,
    durability: settings.FILMGATE_REDIS_DURABILITY,
    vouched: settings.FILMGATE_REDIS_VOUCHED,
  };
}

/** Where a node with this data directory writes down how far it knows the past of the store under the prefix. */
export function redisWitnessFile(dataDirectory: string, prefix: string): string {
  return join(dataDirectory, `redis-witness-${prefix}.json`);
}

/** Which bucket, and who asks. Precondition: the settings name one. */
export function bucketOf(settings: Settings) {
  return {
    endpoint: present(settings, 'FILMGATE_S3_ENDPOINT'),
    region: settings.FILMGATE_S3_REGION,
    bucket: present(settings, 'FILMGATE_S3_BUCKET'),
    accessKeyId: present(settings, 'FILMGATE_S3_ACCESS_KEY_ID'),
    secretAccessKey: present(settings, 'FILMGATE_S3_SECRET_ACCESS_KEY'),
  };
}

type NeededSetting =
  | 'FILMGATE_REDIS_URL'
  | 'FILMGATE_S3_ENDPOINT'
  | 'FILMGATE_S3_BUCKET'
  | 'FILMGATE_S3_ACCESS_KEY_ID'
  | 'FILMGATE_S3_SECRET_ACCESS_KEY';

function present(settings: Settings, name: NeededSetting): string {
  const value = settings[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
