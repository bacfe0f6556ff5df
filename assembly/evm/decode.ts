// Decodes code bytes into 16-byte instructions, grouped in blocks. The core enters a block only at its first instruction and
// leaves it only after its last, so the header charges the gas and checks the stack for all of them. A halt may therefore
// come a few instructions early. No contract can observe this: a halt takes all gas and rolls the frame back.
//
// A program decodes as it runs: a jump whose target is not decoded yet has the header UNDECODED as target, which no stack
// may enter, so that the check of the stack leads here (`enterUndecoded`). Code that follows a conditional jump is
// represented by a continuation: an empty block that jumps there. Its block takes its place if nothing has been decoded
// behind it meanwhile.
//
// The opcode table ends a block after instructions that observe gas (GAS, calls, creations) and after those whose effects
// outlast a halt (RSKIP144 counts the storage cells and accounts that a halted frame touched), so that the instructions
// after them are not paid in advance.
import {
  ACTION_HOST,
  ACTION_INVALID,
  ACTION_MACHINE,
  ACTION_REFERENCE,
  BLOCK_GAS,
  BLOCK_LIMIT,
  BLOCK_NEED,
  BLOCK_SIZE,
  CODE_END,
  CODE_HEADER_SIZE,
  CODE_NEXT,
  EMPTY_PAGE,
  EXIT_HOST,
  EXIT_INVALID_JUMP,
  EXIT_INVALID_OPCODE,
  EXIT_MACHINE,
  EXIT_REFERENCE,
  EXIT_RETURN,
  EXIT_REVERT,
  EXIT_ROOM,
  FLOW_END,
  FLOW_NEXT,
  FRAME_CODE,
  FRAME_CODE_LENGTH,
  FRAME_JUMP_MAP,
  INSTRUCTION_CONTINUES,
  INSTRUCTION_IMMEDIATE,
  INSTRUCTION_SIZE,
  INSTRUCTION_TARGET,
  LINE_PAGE,
  OPCODE_ACTION,
  OPCODE_ENTRY_SIZE,
  OPCODE_FLOW,
  OPCODE_GAS,
  OPCODE_POPS,
  OPCODE_PUSHES,
  OPCODE_TABLE,
  PAGE_SIZE,
  STACK_LIMIT_BYTES,
  UNDECODED,
} from '../../src/evm/layout'
import { blockAt, findDestinations, isDestination, lineOf } from './destinations'
import { environmentWord } from './environment'
import { fusedWithDup, fusedWithJump, fusedWithPop, fusedWithPush } from './fusion'
import {
  BLOCK,
  DUP,
  DUP1,
  DUP16,
  FINISH,
  JUMP_TO,
  JUMPDEST,
  JUMPI,
  JUMPI_TO,
  LEAVE,
  PC,
  POP,
  PUSH_ENVIRONMENT,
  PUSH_LIMB,
  PUSH_WORD,
  PUSH0,
  PUSH1,
  PUSH32,
  RETURN,
  REVERT,
  STOP,
  SWAP,
  SWAP1,
  SWAP16,
} from './operations'
import { shiftRight } from './shift'
import { readBytes } from './word'

/** Stands for an instruction that cannot be joined with the next one. */
const UNJOINABLE: i32 = -1

/** Bytes that the longest instruction takes: a PUSH_WORD. */
const MAXIMUM_INSTRUCTION: u32 = 48
/** Bytes that a continuation takes. */
const CONTINUATION_SIZE: u32 = BLOCK_SIZE + INSTRUCTION_SIZE
/** Room for one more instruction and for the continuation behind it. */
const INSTRUCTION_ROOM: u32 = MAXIMUM_INSTRUCTION + CONTINUATION_SIZE
/** Room for a block of one instruction and a page for its address. */
const BLOCK_ROOM: u32 = BLOCK_SIZE + INSTRUCTION_ROOM + PAGE_SIZE

/** The code that is being decoded. */
let code: u32 = 0
let length: u32 = 0
let jumpMap: u32 = 0
/** Address of the next instruction to write, and the end of the chunk. Pages are taken from that end. */
let next: u32 = 0
let end: u32 = 0
/**
 * The open block's header, 0 between blocks, and its sums so far. Heights count words above the stack at its
 * start.
 */
let block: u32 = 0
let blockGas: u32 = 0
let height: i32 = 0
let need: i32 = 0
let growth: i32 = 0
/** Operations of the last two instructions of the block. */
let last: i32 = UNJOINABLE
let beforeLast: i32 = UNJOINABLE

/**
 * Finds the jump destinations of code, which CODE_PADDING zeros follow, and starts it with an empty block at `chunk`
 * that continues at `start`.
 */
export function prepareCode(bytes: u32, size: u32, start: u32, map: u32, chunk: u32, chunkEnd: u32): void {
  store<i32>(UNDECODED, -1, BLOCK_LIMIT)
  findDestinations(bytes, size, start, map)
  next = chunk
  if (start > 0 && start >= size) decodeInvalidStart()
  else emitContinuation(start, UNDECODED)
  store<u32>(bytes - CODE_HEADER_SIZE, next, CODE_NEXT)
  store<u32>(bytes - CODE_HEADER_SIZE, chunkEnd, CODE_END)
}

/** A code header that points beyond the code makes the first instruction fail. */
function decodeInvalidStart(): void {
  openBlock()
  emitLeave(EXIT_INVALID_OPCODE, 0)
  closeBlock()
}

/** Whether a block that should be entered is an exit instead. */
@inline
export function isExit(block: u32): bool {
  return block <= <u32>EXIT_ROOM
}

/**
 * The block that a jump with a known destination enters, whose target is UNDECODED so far. Returns EXIT_INVALID_JUMP or
 * EXIT_ROOM, which are lower than any address, if there is no such block or no room to decode it.
 */
export function enterUndecoded(frame: u32, jump: u32): u32 {
  const destination = load<u64>(jump, INSTRUCTION_IMMEDIATE)
  const target = load<u16>(jump, INSTRUCTION_CONTINUES)
    ? continueFrom(frame, jump, <u32>destination)
    : enterDestination(frame, destination)
  // A continuation at the end of the chunk has been overwritten by its block.
  if (!isExit(target) && target != jump - BLOCK_SIZE) store<u32>(jump, target, INSTRUCTION_TARGET)
  return target
}

/** As `enterUndecoded`, for any jump. */
export function enterDestination(frame: u32, destination: u64): u32 {
  useCode(frame)
  if (destination >= <u64>length || !isDestination(jumpMap, <u32>destination)) return EXIT_INVALID_JUMP
  const decoded = blockAt(jumpMap, <u32>destination)
  return decoded ? decoded : decodeNext(<u32>destination)
}

function continueFrom(frame: u32, jump: u32, pc: u32): u32 {
  useCode(frame)
  const decoded = isLandingAt(pc) ? blockAt(jumpMap, pc) : 0
  if (decoded) return decoded
  if (next == jump + INSTRUCTION_SIZE) next = jump - BLOCK_SIZE
  return decodeNext(pc)
}

function useCode(frame: u32): void {
  code = load<u32>(frame, FRAME_CODE)
  length = load<u32>(frame, FRAME_CODE_LENGTH)
  jumpMap = load<u32>(frame, FRAME_JUMP_MAP)
  next = load<u32>(code - CODE_HEADER_SIZE, CODE_NEXT)
  end = load<u32>(code - CODE_HEADER_SIZE, CODE_END)
}

function decodeNext(pc: u32): u32 {
  if (next + BLOCK_ROOM > end) return EXIT_ROOM
  const decoded = next
  decodeFrom(pc)
  store<u32>(code - CODE_HEADER_SIZE, next, CODE_NEXT)
  store<u32>(code - CODE_HEADER_SIZE, end, CODE_END)
  return decoded
}

/**
 * Decodes blocks until an instruction after which another one may follow than the next, or until decoded code, or until
 * the chunk is full.
 */
function decodeFrom(start: u32): void {
  let pc = start
  while (true) {
    const isLanding = isLandingAt(pc)
    if (isLanding && block) closeBlock()
    if (block == 0) {
      const decoded = isLanding ? blockAt(jumpMap, pc) : 0
      if (decoded || next + BLOCK_ROOM > end) {
        emitContinuation(pc, decoded ? decoded : UNDECODED)
        return
      }
      openBlock()
      if (isLanding) rememberBlock(pc)
    } else if (next + INSTRUCTION_ROOM > end) {
      closeBlock()
      emitContinuation(pc, UNDECODED)
      return
    }

    const opcode: i32 = pc < length ? load<u8>(code + pc) : STOP
    const entry = OPCODE_TABLE + opcode * OPCODE_ENTRY_SIZE
    addToBlock(entry)
    emitOpcode(entry, opcode, code, pc)
    pc += 1 + pushedBytes(opcode)
    const flow = <u32>load<u8>(entry, OPCODE_FLOW)
    if (flow == FLOW_NEXT) continue
    closeBlock()
    if (flow == FLOW_END) return
    if (opcode == JUMPI) {
      emitContinuation(pc, UNDECODED)
      return
    }
  }
}

/** Whether an instruction at `pc` is a JUMPDEST. */
@inline
function isLandingAt(pc: u32): bool {
  return pc < length && load<u8>(code + pc) == JUMPDEST
}

/** Stores the address of the open block, which starts at `pc`, in the jump map. */
function rememberBlock(pc: u32): void {
  const line = lineOf(jumpMap, pc)
  if (load<u32>(line, LINE_PAGE) == EMPTY_PAGE) {
    end -= PAGE_SIZE
    memory.fill(end, 0, PAGE_SIZE)
    store<u32>(line, end, LINE_PAGE)
  }
  store<u32>(load<u32>(line, LINE_PAGE) + ((pc & 63) << 2), block)
}

/** An empty block that jumps to the block at `pc`. */
function emitContinuation(pc: u32, target: u32): void {
  openBlock()
  closeBlock()
  const jump = next
  emit(JUMP_TO, pc)
  store<u16>(jump, 1, INSTRUCTION_CONTINUES)
  store<u32>(jump, target, INSTRUCTION_TARGET)
}

@inline
function pushedBytes(opcode: i32): u32 {
  return opcode >= PUSH1 && opcode <= PUSH32 ? opcode - PUSH0 : 0
}

function openBlock(): void {
  block = next
  store<u16>(block, BLOCK)
  next += BLOCK_SIZE
  blockGas = 0
  height = 0
  need = 0
  growth = 0
  last = UNJOINABLE
  beforeLast = UNJOINABLE
}

/** A need above the stack limit is stored as the limit plus one word, which no stack can meet either. */
function closeBlock(): void {
  store<u16>(block, <u16>(min(need, STACK_LIMIT_BYTES / 32 + 1) << 5), BLOCK_NEED)
  store<i32>(block, STACK_LIMIT_BYTES - (growth << 5), BLOCK_LIMIT)
  store<u32>(block, blockGas, BLOCK_GAS)
  block = 0
}

function addToBlock(entry: u32): void {
  const pops = <i32>load<u8>(entry, OPCODE_POPS)
  blockGas += load<u32>(entry, OPCODE_GAS)
  need = max(need, pops - height)
  height += <i32>load<u8>(entry, OPCODE_PUSHES) - pops
  growth = max(growth, height)
}

@inline
function emit(operation: i32, immediate: u64): void {
  // Also clears INSTRUCTION_CONTINUES.
  store<u32>(next, operation)
  store<u64>(next, immediate, INSTRUCTION_IMMEDIATE)
  next += INSTRUCTION_SIZE
  beforeLast = last
  last = operation
}

function emitLeave(exit: u32, opcode: i32): void {
  emit(LEAVE, exit)
  store<u32>(next - INSTRUCTION_SIZE, opcode, INSTRUCTION_TARGET)
}

function emitOpcode(entry: u32, opcode: i32, code: u32, pc: u32): void {
  const exit = exitOf(<u32>load<u8>(entry, OPCODE_ACTION))
  if (exit) emitLeave(exit, opcode)
  else if (opcode == PUSH0) emit(PUSH_LIMB, 0)
  else if (opcode >= PUSH1 && opcode <= PUSH32) emitPush(code + pc + 1, opcode - PUSH0)
  else if (opcode >= DUP1 && opcode <= DUP16) emit(DUP, (opcode - DUP1 + 1) << 5)
  else if (opcode >= SWAP1 && opcode <= SWAP16) emit(SWAP, (opcode - SWAP1 + 1) << 5)
  else if (opcode != JUMPDEST && !fuse(opcode)) emitSingle(opcode, pc)
}

/** The exit of an instruction that the core does not run itself, or 0. */
function exitOf(action: u32): u32 {
  switch (action) {
    case ACTION_HOST:
      return EXIT_HOST
    case ACTION_MACHINE:
      return EXIT_MACHINE
    case ACTION_INVALID:
      return EXIT_INVALID_OPCODE
    case ACTION_REFERENCE:
      return EXIT_REFERENCE
    default:
      return 0
  }
}

function emitPush(data: u32, length: u32): void {
  if (length <= 8) {
    emit(PUSH_LIMB, bswap<u64>(load<u64>(data)) >> (64 - (length << 3)))
    return
  }
  emit(PUSH_WORD, 0)
  readBytes(next, data)
  shiftRight(next, next, 256 - (length << 3))
  next += 32
}

function emitSingle(opcode: i32, pc: u32): void {
  const word = environmentWord(opcode)
  if (word) emit(PUSH_ENVIRONMENT, word)
  else if (opcode == RETURN) emit(FINISH, EXIT_RETURN)
  else if (opcode == REVERT) emit(FINISH, EXIT_REVERT)
  else emit(opcode, opcode == PC ? pc : 0)
}

/** Joins the opcode with the instructions before it; false when they do not form a joined operation. */
function fuse(opcode: i32): bool {
  const previous = next - INSTRUCTION_SIZE
  if (last == PUSH_LIMB) return fuseWithPush(opcode, previous)
  const fused = last == DUP ? fusedWithDup(opcode) : opcode == POP ? fusedWithPop(last) : 0
  if (fused == 0) return false
  replaceLast(previous, fused)
  return true
}

function fuseWithPush(opcode: i32, push: u32): bool {
  const fused = fusedWithPush(opcode, load<u64>(push, INSTRUCTION_IMMEDIATE))
  if (fused == 0) return false
  if (fused == JUMPI_TO) fuseJump(push)
  else {
    replaceLast(push, fused)
    if (fused == JUMP_TO) store<u32>(push, UNDECODED, INSTRUCTION_TARGET)
  }
  return true
}

/** Joins PUSH and JUMPI, and the test before them if it has a joined operation. */
function fuseJump(push: u32): void {
  const fused = fusedWithJump(beforeLast)
  if (fused == 0) {
    replaceLast(push, JUMPI_TO)
    store<u32>(push, UNDECODED, INSTRUCTION_TARGET)
    return
  }
  const test = push - INSTRUCTION_SIZE
  store<u64>(test, load<u64>(push, INSTRUCTION_IMMEDIATE), INSTRUCTION_IMMEDIATE)
  replaceLast(test, fused)
  store<u32>(test, UNDECODED, INSTRUCTION_TARGET)
  next = push
}

@inline
function replaceLast(instruction: u32, operation: i32): void {
  store<u16>(instruction, <u16>operation)
  last = UNJOINABLE
  beforeLast = UNJOINABLE
}
