import { selectorLength, selectorOf } from '../../../native/abi/method.ts'
import { equalBytes } from '../../../primitives/bytes.ts'
import { type AbiEntry, type ContractArtifact, signatureOf } from './contractArtifact.ts'

/**
 * Why a compiled contract refuses a payment with this data; undefined if it takes it. Solidity reverts such a payment
 * without a reason.
 */
export function refusedPayment({ name, abi }: ContractArtifact, data: Uint8Array): string | undefined {
  const called = calledFunction(abi, data)
  if (called !== undefined) return called.isPayable ? undefined : `${name}.${called.name} is not payable`
  const takes = (type: string): boolean => abi.some((entry) => entry.type === type && entry.isPayable)
  if (takes('fallback') || (data.length === 0 && takes('receive'))) return undefined
  return data.length === 0
    ? `${name} has no payable receive or fallback function`
    : `${name} has neither the called function nor a payable fallback function`
}

/** The same for the constructor. A contract without one has a constructor that takes nothing. */
export function refusedEndowment({ name, abi }: ContractArtifact): string | undefined {
  const isPayable = abi.some((entry) => entry.type === 'constructor' && entry.isPayable)
  return isPayable ? undefined : `the constructor of ${name} is not payable`
}

function calledFunction(abi: readonly AbiEntry[], data: Uint8Array): AbiEntry | undefined {
  const selector = data.subarray(0, selectorLength)
  if (selector.length < selectorLength) return undefined
  return abi.find(
    (entry) => entry.type === 'function' && equalBytes(selectorOf(signatureOf(entry)), selector),
  )
}
