// SHA-256 of short inputs, and the search for the nonce of a Bitcoin header. Longer inputs are left to OpenSSL: calling it takes
// microseconds, but it has instructions of the processor.
import { compress, INITIAL } from './sha256/compression'
import { pad } from './sha256/padding'

const BLOCK: usize = 64
const DIGEST: usize = 32

/** The input and its padding, in at most two blocks. */
export const INPUT: usize = 0
export const CAPACITY: usize = 2 * BLOCK - 9
export const OUTPUT: usize = 128
/** 32 bytes, lowest first: the number that the hash of a header must not exceed. */
export const TARGET: usize = 160
const STATE: usize = 192
/** The state after the first block of a header. */
const HEADER_STATE: usize = 224
/** A block with a hash that is hashed again. */
const SECOND: usize = 256

const HEADER: usize = 80
const NONCE: usize = 76

/** The hash of the first bytes at INPUT, to OUTPUT. */
export function hash(length: usize): void {
  hashInput(length)
  writeDigest(OUTPUT)
}

/** The hash of the hash. */
export function hashTwice(length: usize): void {
  hashInput(length)
  hashState()
}

/** The lowest nonce below `attempts` with which the header at INPUT meets the target; -1 if none of them does. */
export function findNonce(attempts: i32): i32 {
  pad(INPUT, HEADER, 0)
  compress(HEADER_STATE, INITIAL, INPUT)
  for (let nonce = 0; nonce < attempts; nonce++) {
    store<u32>(INPUT + NONCE, nonce)
    compress(STATE, HEADER_STATE, INPUT + BLOCK)
    hashState()
    if (meetsTarget()) return nonce
  }
  return -1
}

/** Compares the hash as a number, lowest byte first, with the target. */
function meetsTarget(): bool {
  for (let at = DIGEST; at > 0; ) {
    at -= 8
    const part = load<u64>(OUTPUT + at)
    const bound = load<u64>(TARGET + at)
    if (part != bound) return part < bound
  }
  return true
}

function hashInput(length: usize): void {
  const end = pad(INPUT, length, 0)
  compress(STATE, INITIAL, INPUT)
  if (end > BLOCK) compress(STATE, STATE, INPUT + BLOCK)
}

/** Writes the hash of the hash at STATE to OUTPUT. */
function hashState(): void {
  writeDigest(SECOND)
  pad(SECOND, DIGEST, 0)
  compress(STATE, INITIAL, SECOND)
  writeDigest(OUTPUT)
}

function writeDigest(target: usize): void {
  for (let i: usize = 0; i < DIGEST; i += 4) store<u32>(target + i, bswap(load<u32>(STATE + i)))
}
