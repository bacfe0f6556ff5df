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

export const callKinds: Readonly<Record<number, CallKind>> = {
  241: 'call',
  242: 'callcode',
  244: 'delegatecall',
  250: 'staticcall',
}

export const createKinds: Readonly<Record<number, CreateRequest['kind']>> = {
  240: 'create',
  245: 'create2',
}
