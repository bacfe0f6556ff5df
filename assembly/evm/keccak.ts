// SHA3 with a cache for the inputs that contracts hash most often: the 64 bytes (key, slot) of a mapping, and
// small slot numbers of dynamic arrays. An entry holds its whole input and serves only that input.
import {
  KECCAK_STATE,
  PAIR_MEMO,
  PAIR_MEMO_ENTRIES,
  PAIR_MEMO_ENTRY_SIZE,
  SMALL_MEMO,
  SMALL_MEMO_ENTRIES,
  SMALL_MEMO_ENTRY_SIZE,
} from '../../src/evm/layout'
import { digest } from '../keccakF'
import { copyWord, readBytes } from './word'

const PAIR_HASH = 64
const PAIR_IN_USE = 96
const SMALL_SLOT = 32

/** Keccak-256 of `length` bytes as a word. */
export function keccakWord(result: u32, bytes: u32, length: u32): void {
  if (length == 64) keccakPair(result, bytes)
  else if (length == 32 && isSmallSlot(bytes)) keccakSmallSlot(result, bytes)
  else keccak(result, bytes, length)
}

@inline
function keccak(result: u32, bytes: u32, length: u32): void {
  digest(KECCAK_STATE, bytes, length)
  readBytes(result, KECCAK_STATE)
}

function keccakPair(result: u32, bytes: u32): void {
  const entry = PAIR_MEMO + pairPlace(bytes) * PAIR_MEMO_ENTRY_SIZE
  if (load<u32>(entry, PAIR_IN_USE) && equalPair(entry, bytes)) {
    copyWord(result, entry + PAIR_HASH)
    return
  }
  keccak(result, bytes, 64)
  for (let i: u32 = 0; i < 64; i += 16) v128.store(entry + i, v128.load(bytes + i))
  copyWord(entry + PAIR_HASH, result)
  store<u32>(entry, 1, PAIR_IN_USE)
}

/**
 * Mixes the low halves of both words, where keys and slots differ, and the top of the second, a hash when
 * nested.
 */
@inline
function pairPlace(bytes: u32): u32 {
  let mixed = load<u64>(bytes, 24) * 0x9e3779b97f4a7c15
  mixed ^= rotl(load<u64>(bytes, 16) * 0xc2b2ae3d27d4eb4f, 29)
  mixed ^= rotl((load<u64>(bytes, 56) + load<u64>(bytes, 32)) * 0x165667b19e3779f9, 47)
  mixed ^= mixed >> 32
  mixed *= 0xd6e8feb86659fd93
  return <u32>(mixed >> 32) & (PAIR_MEMO_ENTRIES - 1)
}

@inline
function equalPair(entry: u32, bytes: u32): bool {
  const first = v128.xor(v128.load(entry), v128.load(bytes))
  const second = v128.xor(v128.load(entry, 16), v128.load(bytes, 16))
  const third = v128.xor(v128.load(entry, 32), v128.load(bytes, 32))
  const fourth = v128.xor(v128.load(entry, 48), v128.load(bytes, 48))
  return !v128.any_true(v128.or(v128.or(first, second), v128.or(third, fourth)))
}

/** Whether the 32 big-endian bytes are a number below 256. */
@inline
function isSmallSlot(bytes: u32): bool {
  const upper = load<u64>(bytes) | load<u64>(bytes, 8) | load<u64>(bytes, 16) | (load<u64>(bytes, 24) << 8)
  return upper == 0
}

function keccakSmallSlot(result: u32, bytes: u32): void {
  const slot = <u64>load<u8>(bytes, 31)
  const entry = SMALL_MEMO + (<u32>slot & (SMALL_MEMO_ENTRIES - 1)) * SMALL_MEMO_ENTRY_SIZE
  if (load<u64>(entry, SMALL_SLOT) == slot + 1) {
    copyWord(result, entry)
    return
  }
  keccak(result, bytes, 32)
  copyWord(entry, result)
  store<u64>(entry, slot + 1, SMALL_SLOT)
}
