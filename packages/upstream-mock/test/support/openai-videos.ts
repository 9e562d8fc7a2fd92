import { OpenAI } from 'openai';

interface Video {
  readonly id: string;
  readonly status: string;
}

/** The used part of the package: its own types mark the video part as deprecated since its vendor's service ended. */
interface VideosClient {
  readonly videos: {
    create(body: object): PromiseLike<Video>;
    retrieve(id: string): PromiseLike<Video>;
    downloadContent(id: string): PromiseLike<{ arrayBuffer(): Promise<ArrayBuffer> }>;
  };
}

/** The videos of the official client, which repeats nothing. */
export function openAiVideos(baseURL: string, apiKey = 'account-key-1'): VideosClient['videos'] {
  const client: VideosClient = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
  return client.videos;
}
