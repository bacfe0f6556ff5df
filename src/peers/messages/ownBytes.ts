/**
 * Bytes that can be kept. A view of a received message is copied, because it would keep the whole message in memory,
 * and a hostile peer can add megabytes to a message.
 */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
