// Calls that stay in the core: without value, to an account that src/evm/fast/directCallees.ts has registered. The machine
// (src/evm/machine) makes all other calls. A call made here has exactly the effects that it would have there.
import { CALL_GAS, MEMORY_LIMIT } from '../../src/evm/gas'
import {
  ARENA,
  ARENA_USED,
  CALLEE_ACCOUNT,
  CALLEE_CODE,
  CALLEE_CODE_LENGTH,
  CALLEE_ENTRY,
  CALLEE_JUMP_MAP,
  CALLEE_PLACE_BITS,
  CALLEE_SIZE,
  CALLEES,
  DIRECT_CALL_LIMIT,
  EXIT_RETURN,
  EXIT_REVERT,
  EXIT_STOP,
  FRAME_ACCOUNT,
  FRAME_ADDRESS,
  FRAME_CALLEE,
  FRAME_CALLER,
  FRAME_CODE,
  FRAME_CODE_LENGTH,
  FRAME_CREATES,
  FRAME_GAS,
  FRAME_INPUT,
  FRAME_INPUT_LENGTH,
  FRAME_INSTRUCTION,
  FRAME_JUMP_MAP,
  FRAME_MARK,
  FRAME_MEMORY,
  FRAME_MEMORY_SIZE,
  FRAME_OPCODE,
  FRAME_OUTPUT,
  FRAME_OUTPUT_LENGTH,
  FRAME_PAUSE_BELOW,
  FRAME_REFUND,
  FRAME_RETURN_DATA,
  FRAME_RETURN_DATA_LENGTH,
  FRAME_SIZE,
  FRAME_STACK,
  FRAME_STACK_BASE,
  FRAME_STATIC,
  FRAME_VALUE,
  FRAME_WANTED,
  FRAME_WANTED_LENGTH,
  JOURNAL_LENGTH,
  RETURN_DATA,
  RETURN_DATA_SIZE,
} from '../../src/evm/layout'
import { CALL, DELEGATECALL, STATICCALL } from '../../src/evm/opcodeBytes'
import { equal } from './comparison'
import { exhausted } from './exhaustion'
import { rollback } from './journal'
import { extendMemory, growthPrice } from './memory'
import { copyWord, isZero, limb0, saturated, setLimb } from './word'

/** The registered callee that a word names, or 0. */
@inline
function findCallee(target: u32): u32 {
  const place = (<u32>limb0(target) * 0x9e3779b1) >> (32 - CALLEE_PLACE_BITS)
  const callee = CALLEES + place * CALLEE_SIZE
  return load<u32>(callee, CALLEE_ENTRY) != 0 && equal(callee, target) ? callee : 0
}

/** The end of a region of memory: 0 for an empty region, u64.MAX_VALUE for one beyond MEMORY_LIMIT. */
@inline
function regionEnd(offset: u32, size: u32): u64 {
  const bytes = saturated(size)
  if (bytes == 0) return 0
  const start = saturated(offset)
  return bytes > <u64>MEMORY_LIMIT || start > <u64>MEMORY_LIMIT ? u64.MAX_VALUE : start + bytes
}

/** Opens a frame for the call at which `frame` stopped. Returns 0 and changes no state if the machine must make the call. */
export function openCallee(frame: u32): u32 {
  const opcode = load<u32>(frame, FRAME_OPCODE)
  if (opcode != CALL && opcode != STATICCALL && opcode != DELEGATECALL) return 0
  if (frame >= load<u32>(DIRECT_CALL_LIMIT)) return 0
  const sp = load<u32>(frame, FRAME_STACK)
  const callee = findCallee(sp - 64)
  if (callee == 0 || (opcode == CALL && !isZero(sp - 96))) return 0

  const regions = opcode == CALL ? sp - 128 : sp - 96
  const memoryEnd = max(regionEnd(regions, regions - 32), regionEnd(regions - 64, regions - 96))
  if (memoryEnd > <u64>MEMORY_LIMIT) return 0
  const left = load<i64>(frame, FRAME_GAS)
  const available = left - CALL_GAS - growthPrice(frame, memoryEnd)
  if (available < 0) return 0

  if (memoryEnd > <u64>load<u32>(frame, FRAME_MEMORY_SIZE)) extendMemory(frame, <u32>((memoryEnd + 31) & ~31))
  const gas = <i64>min(<u64>available, saturated(sp - 32))
  store<i64>(frame, available - gas, FRAME_GAS)
  store<u32>(frame, regions - 96, FRAME_STACK)
  store<u32>(frame, 0, FRAME_RETURN_DATA_LENGTH)

  const opened = frame + FRAME_SIZE
  startCode(opened, callee)
  startContext(opened, frame, opcode, callee)
  startSpace(opened, frame, regions)
  store<i64>(opened, gas, FRAME_GAS)
  // The callee polls for interruption after as much gas as the caller had left until its next poll.
  store<i64>(opened, max(0, gas - (left - load<i64>(frame, FRAME_PAUSE_BELOW))), FRAME_PAUSE_BELOW)
  return opened
}

@inline
function startCode(opened: u32, callee: u32): void {
  store<u32>(opened, callee, FRAME_CALLEE)
  store<u32>(opened, load<u32>(callee, CALLEE_ENTRY), FRAME_INSTRUCTION)
  store<u32>(opened, load<u32>(callee, CALLEE_CODE), FRAME_CODE)
  store<u32>(opened, load<u32>(callee, CALLEE_CODE_LENGTH), FRAME_CODE_LENGTH)
  store<u32>(opened, load<u32>(callee, CALLEE_JUMP_MAP), FRAME_JUMP_MAP)
}

/** Account, caller and value of the callee. A delegated call keeps those of its caller. */
@inline
function startContext(opened: u32, frame: u32, opcode: u32, callee: u32): void {
  if (opcode == DELEGATECALL) {
    store<u32>(opened, load<u32>(frame, FRAME_ACCOUNT), FRAME_ACCOUNT)
    copyWord(opened + FRAME_ADDRESS, frame + FRAME_ADDRESS)
    copyWord(opened + FRAME_CALLER, frame + FRAME_CALLER)
    copyWord(opened + FRAME_VALUE, frame + FRAME_VALUE)
  } else {
    store<u32>(opened, load<u32>(callee, CALLEE_ACCOUNT), FRAME_ACCOUNT)
    copyWord(opened + FRAME_ADDRESS, callee)
    copyWord(opened + FRAME_CALLER, frame + FRAME_ADDRESS)
    setLimb(opened + FRAME_VALUE, 0)
  }
  store<u32>(opened, load<u32>(frame, FRAME_STATIC) | u32(opcode == STATICCALL), FRAME_STATIC)
  store<u32>(opened, 0, FRAME_CREATES)
  store<u32>(opened, load<u32>(JOURNAL_LENGTH), FRAME_MARK)
  store<i64>(opened, 0, FRAME_REFUND)
}

/**
 * The callee's stack and memory begin where those of the caller end; its input stays in the caller's memory.
 */
@inline
function startSpace(opened: u32, frame: u32, regions: u32): void {
  const stack = load<u32>(frame, FRAME_STACK)
  const memory = load<u32>(frame, FRAME_MEMORY)
  store<u32>(opened, stack, FRAME_STACK_BASE)
  store<u32>(opened, stack, FRAME_STACK)
  store<u32>(opened, (memory + load<u32>(frame, FRAME_MEMORY_SIZE) + 63) & ~63, FRAME_MEMORY)
  store<u32>(opened, 0, FRAME_MEMORY_SIZE)
  store<u32>(opened, memory + <u32>limb0(regions), FRAME_INPUT)
  store<u32>(opened, <u32>limb0(regions - 32), FRAME_INPUT_LENGTH)
  store<u32>(opened, 0, FRAME_RETURN_DATA_LENGTH)
  store<u32>(opened, <u32>limb0(regions - 64), FRAME_WANTED)
  store<u32>(opened, <u32>limb0(regions - 96), FRAME_WANTED_LENGTH)
}

/** Passes the result of a frame that `openCallee` opened to its caller, and returns the caller. */
export function closeCallee(frame: u32, exit: i32): u32 {
  const caller = frame - FRAME_SIZE
  const succeeded = exit == EXIT_STOP || exit == EXIT_RETURN
  const hasOutput = exit == EXIT_RETURN || exit == EXIT_REVERT
  if (succeeded)
    store<i64>(caller, load<i64>(caller, FRAME_REFUND) + load<i64>(frame, FRAME_REFUND), FRAME_REFUND)
  else rollback(load<u32>(frame, FRAME_MARK))
  if (succeeded || hasOutput)
    store<i64>(caller, load<i64>(caller, FRAME_GAS) + load<i64>(frame, FRAME_GAS), FRAME_GAS)
  if (hasOutput) takeOutput(caller, frame)

  const sp = load<u32>(caller, FRAME_STACK)
  setLimb(sp, succeeded ? 1 : 0)
  store<u32>(caller, sp + 32, FRAME_STACK)
  const used = load<u32>(frame, FRAME_MEMORY) + load<u32>(frame, FRAME_MEMORY_SIZE) - ARENA
  if (used > load<u32>(ARENA_USED)) store<u32>(ARENA_USED, used)
  return caller
}

@inline
function takeOutput(caller: u32, frame: u32): void {
  const output = load<u32>(frame, FRAME_OUTPUT)
  const length = load<u32>(frame, FRAME_OUTPUT_LENGTH)
  if (length == 0) return
  if (length > load<u32>(RETURN_DATA_SIZE)) exhausted()
  memory.copy(load<u32>(RETURN_DATA), output, length)
  store<u32>(caller, load<u32>(RETURN_DATA), FRAME_RETURN_DATA)
  store<u32>(caller, length, FRAME_RETURN_DATA_LENGTH)
  const wanted = min(length, load<u32>(frame, FRAME_WANTED_LENGTH))
  if (wanted) memory.copy(load<u32>(caller, FRAME_MEMORY) + load<u32>(frame, FRAME_WANTED), output, wanted)
}
