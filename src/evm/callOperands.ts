import type { CallKind, CreateRequest } from './engine.ts'
import { CALL_STIPEND } from './gas.ts'
import type { EvmRules } from './rules.ts'

/* The operands of calls and creations on the stack, for both engines. */

const largestGas = 2n ** 63n - 1n
const stipend = BigInt(CALL_STIPEND)

/** Until RSKIP103 STATICCALL took a value and moved it, as CALL does. */
export const takesValue = (kind: CallKind, rules: EvmRules): boolean =>
  kind === 'call' || kind === 'callcode' || (kind === 'staticcall' && !rules.rskip103)

/** Words on the stack. */
export const callOperands = (kind: CallKind, rules: EvmRules): number => (takesValue(kind, rules) ? 7 : 6)

/** Words on the stack. */
export const createOperands = (kind: CreateRequest['kind']): number => (kind === 'create2' ? 4 : 3)

/** See `gasOverflows` of a call request. */
export const overflowsWithStipend = (gas: bigint): boolean => gas + stipend > largestGas
