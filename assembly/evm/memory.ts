// Memory of a frame: growth with its price, and the instructions that copy into it.
import { COPY_WORD_GAS, MEMORY_LIMIT, MEMORY_SQUARE_DIVISOR, MEMORY_WORD_GAS } from '../../src/evm/gas'
import {
  ARENA_END,
  FRAME_CODE,
  FRAME_CODE_LENGTH,
  FRAME_GAS,
  FRAME_INPUT,
  FRAME_INPUT_LENGTH,
  FRAME_MEMORY,
  FRAME_MEMORY_SIZE,
  FRAME_RETURN_DATA,
  FRAME_RETURN_DATA_LENGTH,
  TEMPORARY,
} from '../../src/evm/layout'
import { exhausted } from './exhaustion'
import { limb0, readBytes, saturated } from './word'

/** More gas than a frame can have: the price of what cannot be. */
export const UNAFFORDABLE: i64 = 0x3fffffffffffffff

/** Growth by less is zeroed by a loop: `memory.fill` is a call out of compiled code. */
const INLINE_ZEROING: u32 = 256

@inline
export function wordCount(bytes: u32): i64 {
  return <i64>((<u64>bytes + 31) >> 5)
}

@inline
function memoryPrice(words: u64): u64 {
  return words * MEMORY_WORD_GAS + (words * words) / MEMORY_SQUARE_DIVISOR
}

/** What it costs to grow memory to `end` bytes, which are within the limit. */
@inline
export function growthPrice(frame: u32, end: u64): i64 {
  const size = load<u32>(frame, FRAME_MEMORY_SIZE)
  return end <= <u64>size ? 0 : <i64>(memoryPrice((end + 31) >> 5) - memoryPrice(<u64>(size >> 5)))
}

/** Grows memory to hold `end` bytes when FRAME_GAS can pay for it; answers the price. */
export function growMemory(frame: u32, end: u64): i64 {
  const size = load<u32>(frame, FRAME_MEMORY_SIZE)
  if (end <= <u64>size) return 0
  if (end > <u64>MEMORY_LIMIT) return UNAFFORDABLE
  const price = growthPrice(frame, end)
  if (price > load<i64>(frame, FRAME_GAS)) return UNAFFORDABLE
  extendMemory(frame, <u32>((end + 31) & ~31))
  return price
}

/** Grows memory to `newSize` bytes, a multiple of 32, that are already paid. */
export function extendMemory(frame: u32, newSize: u32): void {
  const size = load<u32>(frame, FRAME_MEMORY_SIZE)
  const base = load<u32>(frame, FRAME_MEMORY)
  if (<u64>base + <u64>newSize > <u64>load<u32>(ARENA_END)) exhausted()
  if (newSize - size > INLINE_ZEROING) memory.fill(base + size, 0, newSize - size)
  else {
    for (let at = base + size; at < base + newSize; at += 32) {
      v128.store(at, i64x2.splat(0))
      v128.store(at, i64x2.splat(0), 16)
    }
  }
  store<u32>(frame, newSize, FRAME_MEMORY_SIZE)
}

/** Grows memory for a region given by two words of the stack; a region of size 0 needs none. */
export function growForRegion(frame: u32, offset: u32, size: u32): i64 {
  const bytes = saturated(size)
  if (bytes == 0) return 0
  const start = saturated(offset)
  if (bytes > <u64>MEMORY_LIMIT || start > <u64>MEMORY_LIMIT) return UNAFFORDABLE
  return growMemory(frame, start + bytes)
}

/** Address in linear memory of an offset of EVM memory that is within bounds. */
@inline
export function memoryAddress(frame: u32, offset: u32): u32 {
  return load<u32>(frame, FRAME_MEMORY) + <u32>limb0(offset)
}

/** Copies `length` bytes from position `start` of a source; zeros where the source has ended. */
export function copyPadded(to: u32, source: u32, sourceLength: u32, start: u64, length: u32): void {
  const available: u32 = start >= <u64>sourceLength ? 0 : min(length, sourceLength - <u32>start)
  if (available) memory.copy(to, source + <u32>start, available)
  if (available < length) memory.fill(to + available, 0, length - available)
}

export function loadCallData(frame: u32, result: u32, offset: u32): void {
  const start = saturated(offset)
  const length = load<u32>(frame, FRAME_INPUT_LENGTH)
  const input = load<u32>(frame, FRAME_INPUT)
  if (length >= 32 && start <= <u64>(length - 32)) {
    readBytes(result, input + <u32>start)
    return
  }
  copyPadded(TEMPORARY, input, length, start, 32)
  readBytes(result, TEMPORARY)
}

/** Gas of a copy into the region; memory has been grown unless that is unaffordable. */
@inline
function payForCopy(frame: u32, offset: u32, size: u32): i64 {
  const growth = growForRegion(frame, offset, size)
  return growth == UNAFFORDABLE ? growth : growth + wordCount(<u32>limb0(size)) * COPY_WORD_GAS
}

// The copying instructions answer the gas they cost and copy only when FRAME_GAS can pay for it.

export function copyCallData(frame: u32, to: u32, from: u32, size: u32): i64 {
  const cost = payForCopy(frame, to, size)
  if (cost > load<i64>(frame, FRAME_GAS) || limb0(size) == 0) return cost
  const input = load<u32>(frame, FRAME_INPUT)
  const length = load<u32>(frame, FRAME_INPUT_LENGTH)
  copyPadded(memoryAddress(frame, to), input, length, saturated(from), <u32>limb0(size))
  return cost
}

export function copyCode(frame: u32, to: u32, from: u32, size: u32): i64 {
  const cost = payForCopy(frame, to, size)
  if (cost > load<i64>(frame, FRAME_GAS) || limb0(size) == 0) return cost
  const code = load<u32>(frame, FRAME_CODE)
  const length = load<u32>(frame, FRAME_CODE_LENGTH)
  copyPadded(memoryAddress(frame, to), code, length, saturated(from), <u32>limb0(size))
  return cost
}

/** Whether RETURNDATACOPY stays within the buffer; beyond it the frame fails. */
export function isWithinReturnData(frame: u32, from: u32, size: u32): bool {
  const length = <u64>load<u32>(frame, FRAME_RETURN_DATA_LENGTH)
  const start = saturated(from)
  return start <= length && saturated(size) <= length - start
}

export function copyReturnData(frame: u32, to: u32, from: u32, size: u32): i64 {
  const cost = payForCopy(frame, to, size)
  if (cost > load<i64>(frame, FRAME_GAS) || limb0(size) == 0) return cost
  memory.copy(
    memoryAddress(frame, to),
    load<u32>(frame, FRAME_RETURN_DATA) + <u32>limb0(from),
    <u32>limb0(size),
  )
  return cost
}

/** MCOPY (RSKIP445) pays for the region at the larger of both offsets. */
export function copyMemory(frame: u32, to: u32, from: u32, size: u32): i64 {
  const farther = saturated(from) > saturated(to) ? from : to
  const cost = payForCopy(frame, farther, size)
  if (cost > load<i64>(frame, FRAME_GAS) || limb0(size) == 0) return cost
  memory.copy(memoryAddress(frame, to), memoryAddress(frame, from), <u32>limb0(size))
  return cost
}
