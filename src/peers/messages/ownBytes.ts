/**
 * Bytes that can be kept: what is part of a message is copied, as it would keep the whole message alive, in which
 * a hostile peer may have sent megabytes more.
 */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
