import { hash } from 'node:crypto'
import { asHash, type Hash } from '../primitives/bytes.ts'
import { shortSha256 } from './shortSha256.ts'

export function sha256(bytes: Uint8Array): Hash {
  const short = shortSha256()
  if (bytes.length <= short.capacity) return short.hash(bytes)
  return asHash(new Uint8Array(hash('sha256', bytes, 'buffer')))
}

/** SHA-256 twice, as Bitcoin hashes headers, transactions and merkle nodes. */
export function doubleSha256(bytes: Uint8Array): Hash {
  const short = shortSha256()
  return bytes.length <= short.capacity ? short.hashTwice(bytes) : sha256(sha256(bytes))
}
