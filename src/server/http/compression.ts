import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib'
import type { Piece } from '../../rpc/json/piece.ts'
import type { Encoding } from '../entrance/requestHead.ts'

/** Shorter answers fit in one packet without compression. */
export const compressedFrom = 1024

const compressGzip = promisify<Uint8Array, ZlibOptions, Buffer>(gzip)
const compressBrotli = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress)

/** Up to 8 KiB are compressed at once, because the thread pool's overhead costs more. */
const compressedAtOnce = 8 * 1024

/** Compresses at levels that keep up with a fast network; longer text is compressed in the thread pool. */
export function compress(text: Piece, encoding: Encoding): Buffer | Promise<Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const isGzip = encoding === 'gzip'
  if (bytes.length <= compressedAtOnce) {
    return isGzip ? gzipSync(bytes, gzipOptions) : brotliCompressSync(bytes, brotliOptions)
  }
  return isGzip ? compressGzip(bytes, gzipOptions) : compressBrotli(bytes, brotliOptions)
}

/** The same for a stream. */
export const compressor = (encoding: Encoding): Transform =>
  encoding === 'gzip' ? createGzip(gzipOptions) : createBrotliCompress(brotliOptions)

const gzipOptions: ZlibOptions = { level: constants.Z_BEST_SPEED }
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
