// SHA-256 of short inputs, and the search for the nonce of a Bitcoin header. Longer inputs are left to OpenSSL: calling it
// takes microseconds, but it uses the processor's SHA instructions.
import { compress, INITIAL } from './sha256Compression'

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

/** The lowest nonce below `attempts` with which the header at INPUT meets the target; -1 if no nonce does. */
export function findNonce(attempts: i32): i32 {
  pad(INPUT, HEADER)
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
  const end = pad(INPUT, length)
  compress(STATE, INITIAL, INPUT)
  if (end > BLOCK) compress(STATE, STATE, INPUT + BLOCK)
}

/** Writes the hash of the hash at STATE to OUTPUT. */
function hashState(): void {
  writeDigest(SECOND)
  pad(SECOND, DIGEST)
  compress(STATE, INITIAL, SECOND)
  writeDigest(OUTPUT)
}

function writeDigest(target: usize): void {
  for (let i: usize = 0; i < DIGEST; i += 4) store<u32>(target + i, bswap(load<u32>(STATE + i)))
}

/**
 * The padding of a message in memory: a bit, zeros and the length in bits. Returns the padded length. V8 calls a C++
 * function for `memory.fill`, which is slower for so few bytes.
 */
function pad(message: usize, length: usize): usize {
  const end: usize = length + 9 > BLOCK ? 2 * BLOCK : BLOCK
  store<u8>(message + length, 0x80)
  const last = message + end - 8
  for (let at = message + length + 1; at < last; at += 8) store<u64>(at, 0)
  store<u64>(last, bswap(<u64>(length << 3)))
  return end
}
