// Decodes code bytes into 16-byte instructions, grouped in blocks. The core enters a block only at its first instruction and
// leaves it only after its last, so the header charges the gas and checks the stack for all of them. A halt may therefore
// come a few instructions early. No contract can observe this: a halt takes all gas and rolls the frame back.
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
  BLOCK_PC,
  BLOCK_SIZE,
  EXIT_HOST,
  EXIT_INVALID_JUMP,
  EXIT_INVALID_OPCODE,
  EXIT_MACHINE,
  EXIT_REFERENCE,
  EXIT_RETURN,
  EXIT_REVERT,
  FLOW_END,
  FLOW_NEXT,
  INSTRUCTION_IMMEDIATE,
  INSTRUCTION_SIZE,
  INSTRUCTION_TARGET,
  OPCODE_ACTION,
  OPCODE_ENTRY_SIZE,
  OPCODE_FLOW,
  OPCODE_GAS,
  OPCODE_POPS,
  OPCODE_PUSHES,
  OPCODE_TABLE,
  STACK_LIMIT_BYTES,
} from '../../src/evm/layout'
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

/** Address of the next instruction to write. */
let next: u32 = 0
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
/** Static jumps whose target block is not decoded yet, chained through their target field. */
let unresolved: u32 = 0

/**
 * Decodes `length` bytes of code, which CODE_PADDING zeros follow, from `start` on. Returns the end of the
 * output. `jumpMap` gets, for each byte of code, the address of the block that a jump there enters, or 0.
 */
export function decode(code: u32, length: u32, start: u32, jumpMap: u32, output: u32): u32 {
  next = output
  block = 0
  unresolved = 0
  markDestinations(code, length, start, jumpMap)
  if (start > 0 && start >= length) decodeInvalidStart(start)
  else decodeFrom(code, length, start, jumpMap)
  resolveJumps(jumpMap, length)
  return next
}

/** Marks every JUMPDEST that is not data of a PUSH. */
function markDestinations(code: u32, length: u32, start: u32, jumpMap: u32): void {
  memory.fill(jumpMap, 0, length << 2)
  for (let pc = start; pc < length; pc++) {
    const opcode = <i32>load<u8>(code + pc)
    if (opcode == JUMPDEST) store<u32>(jumpMap + (pc << 2), 1)
    else if (opcode >= PUSH1 && opcode <= PUSH32) pc += opcode - PUSH0
  }
}

/** A code header that points beyond the code makes the first instruction fail. */
function decodeInvalidStart(start: u32): void {
  openBlock(start)
  emitLeave(EXIT_INVALID_OPCODE, 0)
  closeBlock()
}

function decodeFrom(code: u32, length: u32, start: u32, jumpMap: u32): void {
  let pc = start
  while (true) {
    const isEnd = pc >= length
    const opcode: i32 = isEnd ? STOP : load<u8>(code + pc)
    const isDestination = !isEnd && opcode == JUMPDEST
    if (isDestination && block) closeBlock()
    if (block == 0) openBlock(pc)
    if (isDestination) store<u32>(jumpMap + (pc << 2), block)

    const entry = OPCODE_TABLE + opcode * OPCODE_ENTRY_SIZE
    addToBlock(entry)
    emitOpcode(entry, opcode, code, pc)
    pc += 1 + pushedBytes(opcode)
    const flow = <u32>load<u8>(entry, OPCODE_FLOW)
    if (flow == FLOW_NEXT) continue
    closeBlock()
    if (flow != FLOW_END) continue
    while (pc < length && load<u32>(jumpMap + (pc << 2)) == 0) pc++
    if (pc >= length) return
  }
}

@inline
function pushedBytes(opcode: i32): u32 {
  return opcode >= PUSH1 && opcode <= PUSH32 ? opcode - PUSH0 : 0
}

function openBlock(pc: u32): void {
  block = next
  store<u16>(block, BLOCK)
  store<u32>(block, pc, BLOCK_PC)
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
  store<u16>(next, <u16>operation)
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
    if (fused == JUMP_TO) chainJump(push)
  }
  return true
}

/** Joins PUSH and JUMPI, and the test before them if it has a joined operation. */
function fuseJump(push: u32): void {
  const fused = fusedWithJump(beforeLast)
  if (fused == 0) {
    replaceLast(push, JUMPI_TO)
    chainJump(push)
    return
  }
  const test = push - INSTRUCTION_SIZE
  store<u64>(test, load<u64>(push, INSTRUCTION_IMMEDIATE), INSTRUCTION_IMMEDIATE)
  replaceLast(test, fused)
  chainJump(test)
  next = push
}

@inline
function replaceLast(instruction: u32, operation: i32): void {
  store<u16>(instruction, <u16>operation)
  last = UNJOINABLE
  beforeLast = UNJOINABLE
}

@inline
function chainJump(instruction: u32): void {
  store<u32>(instruction, unresolved, INSTRUCTION_TARGET)
  unresolved = instruction
}

/** Sets the target blocks of static jumps. Jumps to a place that is not a destination enter a block that fails. */
function resolveJumps(jumpMap: u32, length: u32): void {
  const invalidTarget = next
  openBlock(0)
  emitLeave(EXIT_INVALID_JUMP, 0)
  closeBlock()
  while (unresolved) {
    const instruction = unresolved
    unresolved = load<u32>(instruction, INSTRUCTION_TARGET)
    const pc = load<u64>(instruction, INSTRUCTION_IMMEDIATE)
    const target = pc < <u64>length ? load<u32>(jumpMap + ((<u32>pc) << 2)) : 0
    store<u32>(instruction, target ? target : invalidTarget, INSTRUCTION_TARGET)
  }
}
