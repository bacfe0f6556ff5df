// The memory of a frame: growth with its price, and the instructions that copy into it.
//
// Functions that charge take the gas of the frame and return the gas left. A negative result means that the
// gas did not suffice: the function has copied no bytes, and the frame halts.
import { COPY_WORD_GAS, MEMORY_LIMIT, MEMORY_SQUARE_DIVISOR, MEMORY_WORD_GAS } from '../../src/evm/gas'
import {
  ARENA_END,
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

/** The gas left after a charge above any gas. */
const NOT_ENOUGH: i64 = -1

/** Bytes up to which a loop zeroes new memory: `memory.fill` is a call out of compiled code. */
const INLINE_ZEROING: u32 = 256

@inline
export function wordCount(bytes: u32): i64 {
  return <i64>((<u64>bytes + 31) >> 5)
}

@inline
function memoryPrice(words: u64): u64 {
  return words * MEMORY_WORD_GAS + (words * words) / MEMORY_SQUARE_DIVISOR
}

/** Price of growing memory to `end` bytes, at most MEMORY_LIMIT. */
@inline
export function growthPrice(frame: u32, end: u64): i64 {
  const size = load<u32>(frame, FRAME_MEMORY_SIZE)
  return end <= <u64>size ? 0 : <i64>(memoryPrice((end + 31) >> 5) - memoryPrice(<u64>(size >> 5)))
}

/** Grows memory to `end` bytes, more than it has, and charges for that. */
function payForGrowth(frame: u32, end: u64, gas: i64): i64 {
  if (end > <u64>MEMORY_LIMIT) return NOT_ENOUGH
  const left = gas - growthPrice(frame, end)
  if (left >= 0) extendMemory(frame, <u32>((end + 31) & ~31))
  return left
}

/** Grows memory to `newSize` bytes, a multiple of 32, for which the frame has paid. */
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

/** Grows memory to hold `length` bytes from `start` on, and charges for the growth. */
@inline
export function reachMemory(frame: u32, start: u64, length: u32, gas: i64): i64 {
  if (start >= <u64>MEMORY_LIMIT) return NOT_ENOUGH
  const end = start + length
  return end <= <u64>load<u32>(frame, FRAME_MEMORY_SIZE) ? gas : payForGrowth(frame, end, gas)
}

/** As `reachMemory`, for a region given by two words of the stack. An empty region needs no memory. */
export function reachRegion(frame: u32, offset: u32, size: u32, gas: i64): i64 {
  const bytes = saturated(size)
  if (bytes == 0) return gas
  return bytes > <u64>MEMORY_LIMIT ? NOT_ENOUGH : reachMemory(frame, saturated(offset), <u32>bytes, gas)
}

/** Address in linear memory of an offset of EVM memory that is within bounds. */
@inline
export function memoryAddress(frame: u32, offset: u32): u32 {
  return load<u32>(frame, FRAME_MEMORY) + <u32>limb0(offset)
}

/** Copies `length` bytes from position `start` of a source, and zeros for those beyond its end. */
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

/** Charges for a copy into the region and for the memory it needs. */
@inline
function payForCopy(frame: u32, offset: u32, size: u32, gas: i64): i64 {
  const left = reachRegion(frame, offset, size, gas)
  return left < 0 ? left : left - wordCount(<u32>limb0(size)) * COPY_WORD_GAS
}

/** CALLDATACOPY and CODECOPY: the source has `sourceLength` bytes, and zeros follow them. */
export function copySource(
  frame: u32,
  source: u32,
  sourceLength: u32,
  to: u32,
  from: u32,
  size: u32,
  gas: i64,
): i64 {
  const left = payForCopy(frame, to, size, gas)
  if (left >= 0 && limb0(size) != 0) {
    copyPadded(memoryAddress(frame, to), source, sourceLength, saturated(from), <u32>limb0(size))
  }
  return left
}

/** Whether RETURNDATACOPY stays within the buffer; beyond it the frame fails. */
export function isWithinReturnData(frame: u32, from: u32, size: u32): bool {
  const length = <u64>load<u32>(frame, FRAME_RETURN_DATA_LENGTH)
  const start = saturated(from)
  return start <= length && saturated(size) <= length - start
}

export function copyReturnData(frame: u32, to: u32, from: u32, size: u32, gas: i64): i64 {
  const left = payForCopy(frame, to, size, gas)
  if (left >= 0 && limb0(size) != 0) {
    const source = load<u32>(frame, FRAME_RETURN_DATA) + <u32>limb0(from)
    memory.copy(memoryAddress(frame, to), source, <u32>limb0(size))
  }
  return left
}

/** MCOPY (RSKIP445) pays for the region at the larger of both offsets. */
export function copyMemory(frame: u32, to: u32, from: u32, size: u32, gas: i64): i64 {
  const farther = saturated(from) > saturated(to) ? from : to
  const left = payForCopy(frame, farther, size, gas)
  if (left >= 0 && limb0(size) != 0) {
    memory.copy(memoryAddress(frame, to), memoryAddress(frame, from), <u32>limb0(size))
  }
  return left
}
