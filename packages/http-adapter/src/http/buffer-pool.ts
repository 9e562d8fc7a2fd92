/** Buffers for copying files to sockets. Not for secrets: contents are not cleared. */
export interface BufferPool {
  /** A buffer for this caller alone; smaller than usual while many are out. */
  take(): Uint8Array;
  /** Gives a buffer back; it must not be touched afterwards. */
  give(buffer: Uint8Array): void;
}

export interface BufferPoolOptions {
  /** Size of a usual buffer, in bytes. */
  readonly blockBytes: number;
  /** Usual buffers that may be out or kept at once; beyond them only small ones are handed out. */
  readonly blocks: number;
  /** Size of a buffer handed out when all usual ones are out, in bytes. */
  readonly smallBytes: number;
}

/** 512 KiB came out fastest for local files; 128 of them bound what slow readers can pin to 64 MiB. */
export const defaultBufferPool: BufferPoolOptions = {
  blockBytes: 512 * 1024,
  blocks: 128,
  smallBytes: 64 * 1024,
};

export function createBufferPool(options: BufferPoolOptions = defaultBufferPool): BufferPool {
  const { blockBytes, blocks, smallBytes } = options;
  const free: Uint8Array[] = [];
  let out = 0;
  return {
    take() {
      if (out >= blocks) return Buffer.allocUnsafeSlow(smallBytes);
      out += 1;
      return free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
    },
    give(buffer) {
      if (buffer.length !== blockBytes) return;
      out -= 1;
      free.push(buffer);
    },
  };
}
