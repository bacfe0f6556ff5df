import { hash } from 'node:crypto'
import { asHash, type Hash } from '../primitives/bytes.ts'

export const sha256 = (bytes: Uint8Array): Hash => asHash(new Uint8Array(hash('sha256', bytes, 'buffer')))

/** SHA-256 twice, as Bitcoin hashes headers, transactions and merkle nodes. */
export const doubleSha256 = (bytes: Uint8Array): Hash => sha256(sha256(bytes))
