import type { Address } from '../../primitives/bytes.ts'
import type { CallRequest, CreateRequest } from '../engine.ts'
import {
  CALL_GAS,
  CALL_STIPEND,
  CALL_VALUE_GAS,
  CREATE_GAS,
  INIT_CODE_WORD_GAS,
  KECCAK_WORD_GAS,
  NEW_ACCOUNT_GAS,
  SELF_DESTRUCT_GAS,
} from '../gas.ts'
import type { Host } from '../host.ts'
import { wordsFor } from '../memoryGas.ts'
import type { EvmRules } from '../rules.ts'

/** The part of the host, or of what is known of it, that prices accounts. */
type Existence = Pick<Host, 'exists'>

/** The part of a frame that prices memory. */
interface MemoryPrice {
  memoryCost(offset: number, size: number): number
}

/** What a call costs before any gas is handed to the callee. */
export function callCost(request: CallRequest, memory: MemoryPrice, accounts: Existence): number {
  const input = memory.memoryCost(request.inputOffset, request.inputSize)
  const output = memory.memoryCost(request.outputOffset, request.outputSize)
  let cost = CALL_GAS + Math.max(input, output)
  if (request.value !== 0n) cost += CALL_VALUE_GAS
  // Existence decides, not emptiness, and also for calls without value: Rootstock has no EIP-161.
  if (request.kind === 'call' && !accounts.exists(request.target)) cost += NEW_ACCOUNT_GAS
  return cost
}

/**
 * Gas handed to the callee out of what the caller has left: no 63/64 rule, and the stipend of a call with
 * value is paid by the caller. Undefined when the caller cannot pay the stipend.
 */
export function calleeGas(request: CallRequest, available: number, rules: EvmRules): number | undefined {
  if (request.value === 0n) return Math.min(available, request.gas)
  if (available < CALL_STIPEND) return undefined
  // Before RSKIP150 the sum was a wrapping 64-bit number, and a negative one was an exception.
  if (request.gasOverflows && !rules.rskip150) return undefined
  return Math.min(available, request.gas + CALL_STIPEND)
}

/** What a creation costs before the new frame gets the rest. */
export function createCost(request: CreateRequest, memory: MemoryPrice, rules: EvmRules): number {
  const words = wordsFor(request.size)
  let cost = CREATE_GAS + memory.memoryCost(request.offset, request.size)
  if (rules.rskip438) cost += INIT_CODE_WORD_GAS * words
  if (request.kind === 'create2') cost += KECCAK_WORD_GAS * words
  return cost
}

/** The beneficiary is paid for like a called account, even when there is nothing to give. */
export const selfDestructCost = (beneficiary: Address, accounts: Existence): number =>
  SELF_DESTRUCT_GAS + (accounts.exists(beneficiary) ? 0 : NEW_ACCOUNT_GAS)
