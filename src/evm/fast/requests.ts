import type { Address } from '../../primitives/bytes.ts'
import { overflowsWithStipend, takesValue } from '../callOperands.ts'
import type { CallKind, CallRequest, CreateRequest } from '../engine.ts'
import type { EvmRules } from '../rules.ts'
import type { Core } from './core.ts'
import { getBigInt, getBytes, isCleanAddress, isZero, memoryNumber, saturatedNumber } from './words.ts'

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
