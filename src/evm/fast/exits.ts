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

/**
 * Halts by exit code. The cause is approximate: a block that cannot be paid halts as out of gas even if an
 * earlier instruction of it would have failed otherwise. The reference engine names it exactly.
 */
export const haltCauses: Readonly<Record<number, HaltCause>> = {
  [EXIT_OUT_OF_GAS]: 'out of gas',
  [EXIT_INVALID_JUMP]: 'invalid jump destination',
  [EXIT_STACK_UNDERFLOW]: 'stack underflow',
  [EXIT_STACK_OVERFLOW]: 'stack overflow',
  [EXIT_INVALID_OPCODE]: 'invalid opcode',
  [EXIT_STATIC]: 'state change in a static call',
  [EXIT_RETURN_DATA]: 'return data out of bounds',
}

/* Opcodes that leave to the machine; SELFDESTRUCT is the one besides. */

export function callKind(opcode: number): CallKind | undefined {
  switch (opcode) {
    case 0xf1:
      return 'call'
    case 0xf2:
      return 'callcode'
    case 0xf4:
      return 'delegatecall'
    case 0xfa:
      return 'staticcall'
    default:
      return undefined
  }
}

export function createKind(opcode: number): CreateRequest['kind'] | undefined {
  if (opcode === 0xf0) return 'create'
  return opcode === 0xf5 ? 'create2' : undefined
}
