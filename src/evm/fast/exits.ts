import type { Address } from '../../primitives/bytes.ts'
import {
  type CallKind,
  type CallRequest,
  type CreateRequest,
  overflowsWithStipend,
  takesValue,
} from '../engine.ts'
import type { HaltCause } from '../halt.ts'
import {
  EXIT_INVALID_JUMP,
  EXIT_INVALID_OPCODE,
  EXIT_OUT_OF_GAS,
  EXIT_RETURN_DATA,
  EXIT_STACK_OVERFLOW,
  EXIT_STACK_UNDERFLOW,
  EXIT_STATIC,
} from '../layout.ts'
import { CALL, CALLCODE, CREATE, CREATE2, DELEGATECALL, STATICCALL } from '../opcodeBytes.ts'
import type { EvmRules } from '../rules.ts'
import type { Core } from './core.ts'
import { getBigInt, getBytes, isCleanAddress, isZero, memoryNumber, saturatedNumber } from './words.ts'

/**
 * Causes of halts by exit code. They are approximate: a block that the frame cannot pay halts as out of gas
 * even if an earlier instruction of it would have failed for another cause. The reference engine finds the
 * exact cause.
 */
export const haltCauses: Readonly<Record<number, HaltCause>> = {
  [EXIT_OUT_OF_GAS]: 'out-of-gas',
  [EXIT_INVALID_JUMP]: 'invalid-jump-destination',
  [EXIT_STACK_UNDERFLOW]: 'stack-underflow',
  [EXIT_STACK_OVERFLOW]: 'stack-overflow',
  [EXIT_INVALID_OPCODE]: 'invalid-opcode',
  [EXIT_STATIC]: 'state-change-in-static-call',
  [EXIT_RETURN_DATA]: 'return-data-out-of-bounds',
}

/* Opcodes that leave to the machine: calls, creations, and SELFDESTRUCT. */

export function callKind(opcode: number): CallKind | undefined {
  switch (opcode) {
    case CALL:
      return 'call'
    case CALLCODE:
      return 'callcode'
    case DELEGATECALL:
      return 'delegatecall'
    case STATICCALL:
      return 'staticcall'
    default:
      return undefined
  }
}

export function createKind(opcode: number): CreateRequest['kind'] | undefined {
  if (opcode === CREATE) return 'create'
  return opcode === CREATE2 ? 'create2' : undefined
}

/* The operands of instructions that leave to the machine. `stack` points past the top word. */

const gasOverflows = (core: Core, word: number): boolean =>
  saturatedNumber(core, word) === Number.MAX_SAFE_INTEGER && overflowsWithStipend(getBigInt(core, word))

/** `target` is the account that the second word names. */
export function readCall(
  core: Core,
  kind: CallKind,
  stack: number,
  rules: EvmRules,
  target: Address,
): CallRequest {
  const gas = stack - 32
  const hasValue = takesValue(kind, rules)
  const regions = hasValue ? stack - 128 : stack - 96
  return {
    kind,
    gas: saturatedNumber(core, gas),
    gasOverflows: gasOverflows(core, gas),
    target,
    targetIsClean: isCleanAddress(core, stack - 64),
    value: hasValue && !isZero(core, stack - 96) ? getBigInt(core, stack - 96) : 0n,
    inputOffset: memoryNumber(core, regions),
    inputSize: memoryNumber(core, regions - 32),
    outputOffset: memoryNumber(core, regions - 64),
    outputSize: memoryNumber(core, regions - 96),
  }
}

export function readCreate(core: Core, kind: CreateRequest['kind'], stack: number): CreateRequest {
  return {
    kind,
    value: getBigInt(core, stack - 32),
    offset: memoryNumber(core, stack - 64),
    size: memoryNumber(core, stack - 96),
    salt: kind === 'create2' ? getBytes(core, stack - 128) : undefined,
  }
}
