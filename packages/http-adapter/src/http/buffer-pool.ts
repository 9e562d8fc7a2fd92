/** Buffers for copying files to sockets. Not for secrets: contents are not cleared. */
export interface BufferPool {
  /** Returns a buffer for this caller alone; smaller than usual while many are in use. */
  take(): Uint8Array;
  /** Returns a buffer to the pool; it must not be used afterwards. */
  give(buffer: Uint8Array): void;
}

export interface BufferPoolOptions {
  /** Size of a usual buffer, in bytes. */
  readonly blockBytes: number;
  /** Maximum usual buffers in use or kept; beyond it only small ones are handed out. */
  readonly blocks: number;
  /** Size in bytes of a buffer that is handed out while all usual ones are in use. */
  readonly smallBytes: number;
}

/** 512 KiB was fastest for local files; 128 of them limit the memory slow readers can hold to 64 MiB. */
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
