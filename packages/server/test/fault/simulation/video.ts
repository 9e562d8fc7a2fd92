import { createHash } from 'node:crypto';
import { renderVideo } from '@filmgate/upstream-mock';

/** Bytes of videos: unique to each submission, so that a video delivered to the wrong owner is detected. */
export class Videos {
  readonly #video: Uint8Array;

  private constructor(video: Uint8Array) {
    this.#video = video;
  }

  static async render(): Promise<Videos> {
    const video = await renderVideo({
      width: 160,
      height: 90,
      durationSeconds: 5,
      framesPerSecond: 1,
      audio: false,
      prompt: 'history',
      model: 'm',
      aspectRatio: '16:9',
      resolution: '720p',
      seed: 's',
      jobId: 'j',
      accountLabel: 'a',
    });
    return new Videos(video);
  }

  /** Returns the video followed by its label: a box that players skip (ISO/IEC 14496-12 §8.1.2). */
  bytesOf(label: string): Uint8Array {
    const text = Buffer.from(label);
    const box = Buffer.alloc(8 + text.length);
    box.writeUInt32BE(box.length, 0);
    box.write('free', 4, 'latin1');
    box.set(text, 8);
    return Buffer.concat([this.#video, box]);
  }

  digestOf(label: string): string {
    return createHash('sha256').update(this.bytesOf(label)).digest('hex');
  }
}
