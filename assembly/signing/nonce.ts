import { compress, INITIAL } from '../sha256/compression'
import { pad } from '../sha256/padding'
import { HASH, HMAC_KEY, INNER, KEY, MESSAGE, NONCE, OUTER, RUNNING } from './memory'

// Nonces by HMAC-SHA256 from the private key and the hash (RFC 6979, 3.2). Every HMAC is over 32 or 97 bytes.

const DIGEST: usize = 32
const BLOCK: usize = 64
/** The previous nonce, a byte, the private key and the hash. */
const LONG_MESSAGE: usize = 97

/** The first nonce of the key and hash in memory. */
export function firstNonce(): void {
  memory.fill(HMAC_KEY, 0, DIGEST)
  memory.fill(NONCE, 1, DIGEST)
  useKey()
  absorb(0)
  absorb(1)
  authenticate(DIGEST)
}

/** Another nonce, for one that cannot be used. */
export function nextNonce(): void {
  store<u8>(MESSAGE + DIGEST, 0)
  authenticateInto(HMAC_KEY, DIGEST + 1)
  useKey()
  authenticate(DIGEST)
  authenticate(DIGEST)
}

/** Changes the key of the HMAC by the private key and the hash, then the nonce. */
function absorb(step: u8): void {
  store<u8>(MESSAGE + DIGEST, step)
  copy(MESSAGE + DIGEST + 1, KEY)
  copy(MESSAGE + 2 * DIGEST + 1, HASH)
  authenticateInto(HMAC_KEY, LONG_MESSAGE)
  useKey()
  authenticate(DIGEST)
}

/** Begins the two hashes of an HMAC with the key. */
function useKey(): void {
  padKey(0x36)
  compress(INNER, INITIAL, MESSAGE)
  padKey(0x5c)
  compress(OUTER, INITIAL, MESSAGE)
}

function padKey(byte: u64): void {
  const bytes = byte * 0x0101010101010101
  for (let i: usize = 0; i < DIGEST; i += 8) {
    store<u64>(MESSAGE + i, load<u64>(HMAC_KEY + i) ^ bytes)
    store<u64>(MESSAGE + DIGEST + i, bytes)
  }
}

/** Copies 32 bytes. V8 calls a function of C++ for `memory.copy`. */
function copy(target: usize, source: usize): void {
  for (let i: usize = 0; i < DIGEST; i += 8) store<u64>(target + i, load<u64>(source + i))
}

/** Replaces the nonce by the HMAC of itself. */
function authenticate(length: usize): void {
  authenticateInto(NONCE, length)
}

/** The HMAC of a message that begins with the nonce; what follows is in its place. */
function authenticateInto(target: usize, length: usize): void {
  copy(MESSAGE, NONCE)
  const end = pad(MESSAGE, length, BLOCK)
  compress(RUNNING, INNER, MESSAGE)
  if (end > BLOCK) compress(RUNNING, RUNNING, MESSAGE + BLOCK)
  writeDigest(MESSAGE)
  pad(MESSAGE, DIGEST, BLOCK)
  compress(RUNNING, OUTER, MESSAGE)
  writeDigest(target)
}

function writeDigest(target: usize): void {
  for (let i: usize = 0; i < DIGEST; i += 4) store<u32>(target + i, bswap(load<u32>(RUNNING + i)))
}
