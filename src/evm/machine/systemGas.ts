import type { Address } from '../../primitives/bytes.ts'
import type { CallRequest, CreateRequest } from '../engine.ts'
import {
  CALL_GAS,
  CALL_STIPEND,
  CALL_VALUE_GAS,
  CALL_VALUE_WORK,
  CREATE_GAS,
  CREATE_WORK,
  INIT_CODE_BYTE_WORK,
  INIT_CODE_WORD_GAS,
  KECCAK_WORD_GAS,
  NEW_ACCOUNT_GAS,
  NEW_ACCOUNT_WORK,
  SELF_DESTRUCT_GAS,
} from '../gas.ts'
import type { HostState } from '../host.ts'
import { wordsFor } from '../memoryGas.ts'
import type { EvmRules } from '../rules.ts'

/** The part of the state, or of a cache of it, that decides the price of accounts. */
type Existence = Pick<HostState, 'exists'>

/** The part of a frame that decides the price of memory. */
interface MemoryPrice {
  memoryCost(offset: number, size: number): number
}

/** Price of a call without the gas of the callee. */
export function callCost(request: CallRequest, memory: MemoryPrice, accounts: Existence): number {
  const input = memory.memoryCost(request.inputOffset, request.inputSize)
  const output = memory.memoryCost(request.outputOffset, request.outputSize)
  let cost = CALL_GAS + Math.max(input, output)
  if (request.value !== 0n) cost += CALL_VALUE_GAS
  // An account that does not exist costs more, also in a call without value: Rootstock has no EIP-161.
  if (request.kind === 'call' && !accounts.exists(request.target)) cost += NEW_ACCOUNT_GAS
  return cost
}

/**
 * Gas of the callee, out of the gas that the caller has left: there is no 63/64 rule, and the caller pays the
 * stipend of a call with value. Undefined when the caller cannot pay the stipend.
 */
export function calleeGas(request: CallRequest, available: number, rules: EvmRules): number | undefined {
  if (request.value === 0n) return Math.min(available, request.gas)
  if (available < CALL_STIPEND) return undefined
  // Before RSKIP150 the sum was a signed 64-bit number that could wrap, and a negative sum was an exception.
  if (request.gasOverflows && !rules.rskip150) return undefined
  return Math.min(available, request.gas + CALL_STIPEND)
}

/** The part of the price of a call beyond its work. */
export function callExcess(request: CallRequest, accounts: Existence): number {
  const ofValue = request.value === 0n ? 0 : CALL_VALUE_GAS - CALL_VALUE_WORK
  const isNew = request.kind === 'call' && !accounts.exists(request.target)
  return isNew ? ofValue + NEW_ACCOUNT_GAS - NEW_ACCOUNT_WORK : ofValue
}

/** The work of opening a creation, which is more for long init code than its price was before RSKIP438. */
export const createWork = ({ size }: CreateRequest): number => CREATE_WORK + INIT_CODE_BYTE_WORK * size

/** Price of a creation. The new frame gets the rest of the gas. */
export function createCost(request: CreateRequest, memory: MemoryPrice, rules: EvmRules): number {
  const words = wordsFor(request.size)
  let cost = CREATE_GAS + memory.memoryCost(request.offset, request.size)
  if (rules.rskip438) cost += INIT_CODE_WORD_GAS * words
  if (request.kind === 'create2') cost += KECCAK_WORD_GAS * words
  return cost
}

/** A beneficiary that does not exist costs as much as a called account, also when the balance is zero. */
export const selfDestructCost = (beneficiary: Address, accounts: Existence): number =>
  SELF_DESTRUCT_GAS + (accounts.exists(beneficiary) ? 0 : NEW_ACCOUNT_GAS)
