import { bucketOf, redisOf } from '../compose/store-addresses.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Why the store or the bucket the settings name could not be used now, in sentences. Looks, and writes nothing. */
export async function storeProblems(settings: Settings): Promise<readonly string[]> {
  const problems: string[] = [];
  const note = (error: unknown): void => {
    problems.push(error instanceof Error ? error.message : String(error));
  };
  if (settings.FILMGATE_STORAGE === 'redis') {
    const { checkRedisServer } = await import('@filmgate/storage-redis');
    await checkRedisServer(redisOf(settings)).catch(note);
  }
  if (settings.FILMGATE_RESULT_STORE === 's3') {
    const { checkBucket } = await import('@filmgate/storage-s3');
    const prefix = settings.FILMGATE_S3_PREFIX;
    await checkBucket({ ...bucketOf(settings), prefix }).catch(note);
  }
  return problems;
}
