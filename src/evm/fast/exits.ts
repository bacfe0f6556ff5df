import type { CallKind, CreateRequest } from '../engine.ts'
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
