import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { BucketRefusal } from './bucket-fault.ts';

/** One object of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** Instant of writing by the service's clock, in ms since 1970; services may truncate it to whole seconds. */
  readonly writtenAt: number;
}

/** One page of a listing, by key. */
export interface ListedPage {
  readonly objects: readonly ListedObject[];
  /** Token of the next page; null at the end. */
  readonly next: string | null;
}

const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: true,
  isArray: (name) => name === 'Contents',
});

const listed = z.object({
  Key: z.string(),
  Size: z.string().regex(/^\d{1,16}$/),
  LastModified: z.iso.datetime({ offset: true }),
});

const page = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.enum(['true', 'false']),
    NextContinuationToken: z.string().optional(),
    Contents: z.array(listed).default([]),
  }),
});

const refusal = z.object({ Error: z.object({ Code: z.string() }) });

/**
 * Parses a page of ListObjectsV2 (Amazon S3 API reference, 2006-03-01).
 *
 * @throws BucketRefusal when the response is something else: an unreadable response must not count as an empty bucket
 */
export function readListResponse(text: string): ListedPage {
  const parsed = page.safeParse(parse(text));
  if (!parsed.success) throw new BucketRefusal(502, 'UnreadableListing');
  const { IsTruncated, NextContinuationToken, Contents } = parsed.data.ListBucketResult;
  if (IsTruncated === 'true' && NextContinuationToken === undefined) {
    throw new BucketRefusal(502, 'UnreadableListing');
  }
  return {
    next: IsTruncated === 'true' ? (NextContinuationToken ?? null) : null,
    objects: Contents.map(({ Key, Size, LastModified }) => ({
      key: Key,
      size: Number(Size),
      writtenAt: Date.parse(LastModified),
    })),
  };
}

/** The code of an error response; undefined when it has none. */
export function readErrorCode(text: string): string | undefined {
  const parsed = refusal.safeParse(parse(text));
  return parsed.success ? parsed.data.Error.Code : undefined;
}

function parse(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    return undefined;
  }
}
