/** FIN and the opcode of text (RFC 6455 §5.2). */
const finalText = 0x81;
const longestShort = 125;
const longestMedium = 0xffff;

/**
 * Encodes a text as one whole WebSocket frame of a server: not masked, not compressed, not in parts. The frame can be
 * written to any number of connections.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = headerOf(length);
  const frame = Buffer.allocUnsafe(header.length + length);
  header.copy(frame);
  frame.write(text, header.length);
  return frame;
}

function headerOf(length: number): Buffer {
  if (length <= longestShort) return Buffer.from([finalText, length]);
  if (length <= longestMedium) {
    const header = Buffer.from([finalText, 126, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header.set([finalText, 127]);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
