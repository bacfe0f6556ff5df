import { promisify } from 'node:util'
import { gunzip as gunzipWith, gzip as gzipWith } from 'node:zlib'

export const gzip: (bytes: Uint8Array) => Promise<Uint8Array> = promisify(gzipWith)

const unpack = promisify(gunzipWith)

/** Rejects for a damaged file, and for one that unpacks to more bytes. */
export const gunzip = (bytes: Uint8Array, maximumLength: number): Promise<Uint8Array> =>
  unpack(bytes, { maxOutputLength: maximumLength })
