// The interpreter: one loop over decoded instructions. `ip` points past the current instruction, `sp` past
// the top word of the stack. The header of a block charges constant gas; an instruction charges the gas that
// depends on its operands.
import { EXP_BYTE_GAS, KECCAK_WORD_GAS } from '../../src/evm/gas'
import {
  BLOCK_GAS,
  BLOCK_LIMIT,
  BLOCK_NEED,
  BLOCK_SIZE,
  CELL_VALUE,
  EXIT_INVALID_JUMP,
  EXIT_OUT_OF_GAS,
  EXIT_PAUSE,
  EXIT_RETURN_DATA,
  EXIT_STACK_OVERFLOW,
  EXIT_STACK_UNDERFLOW,
  EXIT_STATIC,
  EXIT_STOP,
  FRAME_ACCOUNT,
  FRAME_ADDRESS,
  FRAME_CALLER,
  FRAME_CODE,
  FRAME_CODE_LENGTH,
  FRAME_GAS,
  FRAME_INPUT,
  FRAME_INPUT_LENGTH,
  FRAME_INSTRUCTION,
  FRAME_JUMP_MAP,
  FRAME_MEMORY,
  FRAME_MEMORY_SIZE,
  FRAME_OPCODE,
  FRAME_OUTPUT,
  FRAME_OUTPUT_LENGTH,
  FRAME_PAUSE_BELOW,
  FRAME_RETURN_DATA_LENGTH,
  FRAME_STACK,
  FRAME_STACK_BASE,
  FRAME_STATIC,
  FRAME_VALUE,
  INSTRUCTION_IMMEDIATE,
  INSTRUCTION_SIZE,
  INSTRUCTION_TARGET,
  TEMPORARY,
  UNDECODED,
} from '../../src/evm/layout'
import { add, addLimb, multiply, subtract } from './arithmetic'
import { equal, less, signedLess } from './comparison'
import { enterDestination, enterUndecoded, isExit } from './decode'
import { blockAt } from './destinations'
import { divide, divideSigned, remainder, remainderSigned } from './division'
import { keccakWord } from './keccak'
import { appendLog } from './logs'
import {
  copyMemory,
  copyReturnData,
  copySource,
  isWithinReturnData,
  loadCallData,
  memoryAddress,
  reachMemory,
  reachRegion,
  wordCount,
} from './memory'
import { addModulo, multiplyModulo } from './modular'
import * as op from './operations'
import { exponentBytes, power } from './power'
import { byteAt, shiftDistance, shiftLeft, shiftRight, shiftRightSigned, signExtend } from './shift'
import { findCell, storeCell } from './storage'
import {
  copyWord,
  isWide,
  isZero,
  limb0,
  limb1,
  limb2,
  limb3,
  readBytes,
  saturated,
  setLimb,
  setWord,
  writeBytes,
} from './word'

/** The immediate of the current instruction. */
@inline
function immediate(ip: u32): u64 {
  return load<u64>(ip - INSTRUCTION_SIZE, INSTRUCTION_IMMEDIATE)
}

/** The immediate of an instruction that stores 32 bits there: a distance, an address, an exit code. */
@inline
function smallImmediate(ip: u32): u32 {
  return load<u32>(ip - INSTRUCTION_SIZE, INSTRUCTION_IMMEDIATE)
}

/** Whether the test of a joined jump holds for two words. */
@inline
function holds(operation: u32, a: u32, b: u32): bool {
  if (operation == op.JUMP_IF_LT_TO) return less(a, b)
  return operation == op.JUMP_IF_GT_TO ? less(b, a) : equal(a, b)
}

/** The block that a jump to the word `destination` enters, or an exit as `enterDestination` returns. */
@inline
function jumpTarget(frame: u32, destination: u32): u32 {
  if (isWide(destination) || limb0(destination) >= <u64>load<u32>(frame, FRAME_CODE_LENGTH))
    return EXIT_INVALID_JUMP
  const decoded = blockAt(load<u32>(frame, FRAME_JUMP_MAP), <u32>limb0(destination))
  return decoded ? decoded : enterDestination(frame, limb0(destination))
}

/** Words that a jump with a known destination takes from the stack, in bytes. */
@inline
function operandsOfJump(operation: u32): u32 {
  if (operation == op.JUMP_TO) return 0
  return operation == op.JUMPI_TO || operation == op.JUMP_UNLESS_TO ? 32 : 64
}

/** Leaves a jump without effect whose block cannot be entered. */
@inline
function leaveJump(frame: u32, jump: u32, stack: u32, gas: i64, exit: u32): i32 {
  suspend(frame, jump, stack, gas)
  return exit
}

@inline
function suspend(frame: u32, instruction: u32, stack: u32, gas: i64): void {
  store<u32>(frame, instruction, FRAME_INSTRUCTION)
  store<u32>(frame, stack, FRAME_STACK)
  store<i64>(frame, gas, FRAME_GAS)
}

/** Runs a frame until it ends or leaves the core; returns an EXIT constant. */
export function interpret(frame: u32): i32 {
  let ip = load<u32>(frame, FRAME_INSTRUCTION)
  let sp = load<u32>(frame, FRAME_STACK)
  let gas = load<i64>(frame, FRAME_GAS)
  const stackBase = load<u32>(frame, FRAME_STACK_BASE)
  const base = load<u32>(frame, FRAME_MEMORY)
  const pauseBelow = load<i64>(frame, FRAME_PAUSE_BELOW)

  while (true) {
    const operation = <u32>load<u16>(ip)
    ip += INSTRUCTION_SIZE
    switch (operation) {
      // A joined jump always enters a block, taken or not. Entering it here saves fetching the header as an
      // instruction.
      case op.JUMP_TO:
      case op.JUMPI_TO:
      case op.JUMP_UNLESS_TO:
      case op.JUMP_IF_LT_TO:
      case op.JUMP_IF_GT_TO:
      case op.JUMP_IF_EQ_TO:
      case op.BLOCK: {
        let block = ip - INSTRUCTION_SIZE
        if (operation != op.BLOCK) {
          let jumps = true
          if (operation == op.JUMPI_TO) {
            sp -= 32
            jumps = !isZero(sp)
          } else if (operation == op.JUMP_UNLESS_TO) {
            sp -= 32
            jumps = isZero(sp)
          } else if (operation != op.JUMP_TO) {
            sp -= 64
            jumps = holds(operation, sp + 32, sp)
          }
          block = jumps ? load<u32>(block, INSTRUCTION_TARGET) : ip
        }
        const left = gas - <i64>load<u32>(block, BLOCK_GAS)
        if (left < pauseBelow && block != UNDECODED) {
          if (left < 0) return EXIT_OUT_OF_GAS
          suspend(frame, block, sp, gas)
          return EXIT_PAUSE
        }
        gas = left
        const depth = sp - stackBase
        if (depth < <u32>load<u16>(block, BLOCK_NEED)) return EXIT_STACK_UNDERFLOW
        if (<i32>depth > load<i32>(block, BLOCK_LIMIT)) {
          if (block != UNDECODED) return EXIT_STACK_OVERFLOW
          const jump = ip - INSTRUCTION_SIZE
          ip = enterUndecoded(frame, jump)
          if (isExit(ip)) return leaveJump(frame, jump, sp + operandsOfJump(operation), gas, ip)
          break
        }
        ip = block + BLOCK_SIZE
        break
      }
      case op.LEAVE: {
        suspend(frame, ip, sp, gas)
        store<u32>(frame, load<u32>(ip - INSTRUCTION_SIZE, INSTRUCTION_TARGET), FRAME_OPCODE)
        return smallImmediate(ip)
      }

      // --- stack -------------------------------------------------------------------------------------------
      case op.PUSH_LIMB: {
        setLimb(sp, immediate(ip))
        sp += 32
        break
      }
      case op.PUSH_WORD: {
        copyWord(sp, ip)
        sp += 32
        ip += 2 * INSTRUCTION_SIZE
        break
      }
      case op.POP: {
        sp -= 32
        break
      }
      case op.DUP: {
        copyWord(sp, sp - smallImmediate(ip))
        sp += 32
        break
      }
      case op.SWAP: {
        const top = sp - 32
        const other = top - smallImmediate(ip)
        const l0 = limb0(top)
        const l1 = limb1(top)
        const l2 = limb2(top)
        const l3 = limb3(top)
        copyWord(top, other)
        setWord(other, l0, l1, l2, l3)
        break
      }
      case op.POP_POP: {
        sp -= 64
        break
      }
      case op.SWAP_POP: {
        sp -= 32
        copyWord(sp - smallImmediate(ip), sp)
        break
      }

      // --- control -----------------------------------------------------------------------------------------
      case op.JUMP: {
        sp -= 32
        const target = jumpTarget(frame, sp)
        if (isExit(target)) return leaveJump(frame, ip - INSTRUCTION_SIZE, sp + 32, gas, target)
        ip = target
        break
      }
      case op.JUMPI: {
        sp -= 64
        if (isZero(sp)) break
        const target = jumpTarget(frame, sp + 32)
        if (isExit(target)) return leaveJump(frame, ip - INSTRUCTION_SIZE, sp + 64, gas, target)
        ip = target
        break
      }
      case op.STOP: {
        suspend(frame, ip, sp, gas)
        return EXIT_STOP
      }
      case op.FINISH: {
        sp -= 64
        gas = reachRegion(frame, sp + 32, sp, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        store<u32>(frame, memoryAddress(frame, sp + 32), FRAME_OUTPUT)
        store<u32>(frame, <u32>limb0(sp), FRAME_OUTPUT_LENGTH)
        suspend(frame, ip, sp, gas)
        return smallImmediate(ip)
      }

      // --- arithmetic --------------------------------------------------------------------------------------
      case op.ADD: {
        sp -= 32
        add(sp - 32, sp, sp - 32)
        break
      }
      case op.ADD_LIMB: {
        addLimb(sp - 32, immediate(ip))
        break
      }
      case op.DUP_ADD: {
        add(sp - 32, sp - smallImmediate(ip), sp - 32)
        break
      }
      case op.DUP_SUB: {
        subtract(sp - 32, sp - smallImmediate(ip), sp - 32)
        break
      }
      case op.DUP_MUL: {
        multiply(sp - 32, sp - smallImmediate(ip), sp - 32)
        break
      }
      case op.MUL_LIMB: {
        setLimb(TEMPORARY, immediate(ip))
        multiply(sp - 32, TEMPORARY, sp - 32)
        break
      }
      case op.SUB: {
        sp -= 32
        subtract(sp - 32, sp, sp - 32)
        break
      }
      case op.MUL: {
        sp -= 32
        multiply(sp - 32, sp, sp - 32)
        break
      }
      case op.DIV: {
        sp -= 32
        divide(sp - 32, sp, sp - 32)
        break
      }
      case op.SDIV: {
        sp -= 32
        divideSigned(sp - 32, sp, sp - 32)
        break
      }
      case op.MOD: {
        sp -= 32
        remainder(sp - 32, sp, sp - 32)
        break
      }
      case op.SMOD: {
        sp -= 32
        remainderSigned(sp - 32, sp, sp - 32)
        break
      }
      case op.ADDMOD: {
        sp -= 64
        addModulo(sp - 32, sp + 32, sp, sp - 32)
        break
      }
      case op.MULMOD: {
        sp -= 64
        multiplyModulo(sp - 32, sp + 32, sp, sp - 32)
        break
      }
      case op.EXP: {
        sp -= 32
        gas -= <i64>exponentBytes(sp - 32) * EXP_BYTE_GAS
        if (gas < 0) return EXIT_OUT_OF_GAS
        power(sp - 32, sp, sp - 32)
        break
      }
      case op.SIGNEXTEND: {
        sp -= 32
        signExtend(sp - 32, sp, sp - 32)
        break
      }

      // --- comparison and bits -----------------------------------------------------------------------------
      case op.LT: {
        sp -= 32
        setLimb(sp - 32, u64(less(sp, sp - 32)))
        break
      }
      case op.GT: {
        sp -= 32
        setLimb(sp - 32, u64(less(sp - 32, sp)))
        break
      }
      case op.LT_LIMB: {
        const a = sp - 32
        setLimb(a, u64(isWide(a) || immediate(ip) < limb0(a)))
        break
      }
      case op.GT_LIMB: {
        const a = sp - 32
        setLimb(a, u64(!isWide(a) && immediate(ip) > limb0(a)))
        break
      }
      case op.EQ_LIMB: {
        const a = sp - 32
        setLimb(a, u64(!isWide(a) && immediate(ip) == limb0(a)))
        break
      }
      case op.DUP_LT: {
        setLimb(sp - 32, u64(less(sp - smallImmediate(ip), sp - 32)))
        break
      }
      case op.DUP_GT: {
        setLimb(sp - 32, u64(less(sp - 32, sp - smallImmediate(ip))))
        break
      }
      case op.DUP_EQ: {
        setLimb(sp - 32, u64(equal(sp - smallImmediate(ip), sp - 32)))
        break
      }
      case op.SLT: {
        sp -= 32
        setLimb(sp - 32, u64(signedLess(sp, sp - 32)))
        break
      }
      case op.SGT: {
        sp -= 32
        setLimb(sp - 32, u64(signedLess(sp - 32, sp)))
        break
      }
      case op.EQ: {
        sp -= 32
        setLimb(sp - 32, u64(equal(sp, sp - 32)))
        break
      }
      case op.ISZERO: {
        setLimb(sp - 32, u64(isZero(sp - 32)))
        break
      }
      case op.AND: {
        sp -= 32
        const b = sp - 32
        setWord(b, limb0(sp) & limb0(b), limb1(sp) & limb1(b), limb2(sp) & limb2(b), limb3(sp) & limb3(b))
        break
      }
      case op.DUP_AND: {
        const a = sp - smallImmediate(ip)
        const b = sp - 32
        setWord(b, limb0(a) & limb0(b), limb1(a) & limb1(b), limb2(a) & limb2(b), limb3(a) & limb3(b))
        break
      }
      case op.AND_LIMB: {
        setLimb(sp - 32, limb0(sp - 32) & immediate(ip))
        break
      }
      case op.OR: {
        sp -= 32
        const b = sp - 32
        setWord(b, limb0(sp) | limb0(b), limb1(sp) | limb1(b), limb2(sp) | limb2(b), limb3(sp) | limb3(b))
        break
      }
      case op.XOR: {
        sp -= 32
        const b = sp - 32
        setWord(b, limb0(sp) ^ limb0(b), limb1(sp) ^ limb1(b), limb2(sp) ^ limb2(b), limb3(sp) ^ limb3(b))
        break
      }
      case op.NOT: {
        const a = sp - 32
        setWord(a, ~limb0(a), ~limb1(a), ~limb2(a), ~limb3(a))
        break
      }
      case op.BYTE: {
        sp -= 32
        byteAt(sp - 32, sp, sp - 32)
        break
      }
      case op.SHL: {
        sp -= 32
        shiftLeft(sp - 32, sp - 32, shiftDistance(sp))
        break
      }
      case op.SHR: {
        sp -= 32
        shiftRight(sp - 32, sp - 32, shiftDistance(sp))
        break
      }
      case op.SAR: {
        sp -= 32
        shiftRightSigned(sp - 32, sp - 32, shiftDistance(sp))
        break
      }
      case op.SHL_LIMB: {
        const distance = immediate(ip)
        shiftLeft(sp - 32, sp - 32, distance > 255 ? 256 : <u32>distance)
        break
      }
      case op.SHR_LIMB: {
        const distance = immediate(ip)
        shiftRight(sp - 32, sp - 32, distance > 255 ? 256 : <u32>distance)
        break
      }

      // --- memory ------------------------------------------------------------------------------------------
      case op.MLOAD: {
        const at = saturated(sp - 32)
        gas = reachMemory(frame, at, 32, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        readBytes(sp - 32, base + <u32>at)
        break
      }
      case op.DUP_MLOAD: {
        const at = saturated(sp - smallImmediate(ip))
        gas = reachMemory(frame, at, 32, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        readBytes(sp, base + <u32>at)
        sp += 32
        break
      }
      case op.MLOAD_AT: {
        const at = smallImmediate(ip)
        gas = reachMemory(frame, at, 32, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        readBytes(sp, base + at)
        sp += 32
        break
      }
      case op.MSTORE: {
        sp -= 64
        const at = saturated(sp + 32)
        gas = reachMemory(frame, at, 32, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        writeBytes(base + <u32>at, sp)
        break
      }
      case op.DUP_MSTORE: {
        const at = saturated(sp - smallImmediate(ip))
        gas = reachMemory(frame, at, 32, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        sp -= 32
        writeBytes(base + <u32>at, sp)
        break
      }
      case op.MSTORE_AT: {
        const at = smallImmediate(ip)
        gas = reachMemory(frame, at, 32, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        sp -= 32
        writeBytes(base + at, sp)
        break
      }
      case op.MSTORE8: {
        sp -= 64
        const at = saturated(sp + 32)
        gas = reachMemory(frame, at, 1, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        store<u8>(base + <u32>at, load<u8>(sp))
        break
      }
      case op.MSIZE: {
        setLimb(sp, load<u32>(frame, FRAME_MEMORY_SIZE))
        sp += 32
        break
      }
      case op.SHA3: {
        sp -= 32
        gas = reachRegion(frame, sp, sp - 32, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        const length = <u32>limb0(sp - 32)
        gas -= wordCount(length) * KECCAK_WORD_GAS
        if (gas < 0) return EXIT_OUT_OF_GAS
        keccakWord(sp - 32, base + <u32>limb0(sp), length)
        break
      }
      case op.CALLDATACOPY:
      case op.CODECOPY:
      case op.RETURNDATACOPY:
      case op.MCOPY: {
        const to = sp - 32
        const from = sp - 64
        const length = sp - 96
        if (operation == op.CALLDATACOPY) {
          const input = load<u32>(frame, FRAME_INPUT)
          gas = copySource(frame, input, load<u32>(frame, FRAME_INPUT_LENGTH), to, from, length, gas)
        } else if (operation == op.CODECOPY) {
          const code = load<u32>(frame, FRAME_CODE)
          gas = copySource(frame, code, load<u32>(frame, FRAME_CODE_LENGTH), to, from, length, gas)
        } else if (operation == op.MCOPY) gas = copyMemory(frame, to, from, length, gas)
        else {
          if (!isWithinReturnData(frame, from, length)) return EXIT_RETURN_DATA
          gas = copyReturnData(frame, to, from, length, gas)
        }
        if (gas < 0) return EXIT_OUT_OF_GAS
        sp -= 96
        break
      }

      // --- frame and environment ---------------------------------------------------------------------------
      case op.PUSH_ENVIRONMENT: {
        copyWord(sp, smallImmediate(ip))
        sp += 32
        break
      }
      case op.ADDRESS: {
        copyWord(sp, frame + FRAME_ADDRESS)
        sp += 32
        break
      }
      case op.CALLER: {
        copyWord(sp, frame + FRAME_CALLER)
        sp += 32
        break
      }
      case op.CALLVALUE: {
        copyWord(sp, frame + FRAME_VALUE)
        sp += 32
        break
      }
      case op.CALLDATALOAD: {
        loadCallData(frame, sp - 32, sp - 32)
        break
      }
      case op.CALLDATASIZE: {
        setLimb(sp, load<u32>(frame, FRAME_INPUT_LENGTH))
        sp += 32
        break
      }
      case op.CODESIZE: {
        setLimb(sp, load<u32>(frame, FRAME_CODE_LENGTH))
        sp += 32
        break
      }
      case op.RETURNDATASIZE: {
        setLimb(sp, load<u32>(frame, FRAME_RETURN_DATA_LENGTH))
        sp += 32
        break
      }
      case op.PC: {
        setLimb(sp, immediate(ip))
        sp += 32
        break
      }
      case op.GAS: {
        setLimb(sp, gas)
        sp += 32
        break
      }

      // --- storage and logs --------------------------------------------------------------------------------
      case op.SLOAD: {
        copyWord(sp - 32, findCell(load<u32>(frame, FRAME_ACCOUNT), sp - 32) + CELL_VALUE)
        break
      }
      case op.SSTORE: {
        if (load<u32>(frame, FRAME_STATIC)) return EXIT_STATIC
        sp -= 64
        gas = storeCell(frame, sp + 32, sp, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        break
      }
      case op.LOG0:
      case op.LOG1:
      case op.LOG2:
      case op.LOG3:
      case op.LOG4: {
        if (load<u32>(frame, FRAME_STATIC)) return EXIT_STATIC
        const topics = operation - op.LOG0
        gas = appendLog(frame, sp, topics, gas)
        if (gas < 0) return EXIT_OUT_OF_GAS
        sp -= 64 + (topics << 5)
        break
      }
      default:
        unreachable()
    }
  }
}
