import { hash } from 'node:crypto'

/** SHA-1, which scripts of Bitcoin may compute. */
export const sha1 = (bytes: Uint8Array): Uint8Array => new Uint8Array(hash('sha1', bytes, 'buffer'))
