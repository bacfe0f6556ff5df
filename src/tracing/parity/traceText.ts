import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { type CallNode, type DestructionNode, isCall } from '../calls/callTree.ts'
import { isCreation, senderOf } from '../calls/writeCalls.ts'
import { parityFailure, parityReverted } from '../output/failureText.ts'
import type { ParityTrace } from './parityTraces.ts'

/** The transaction that traces belong to. */
export interface TracePlace {
  readonly blockHash: Uint8Array
  readonly blockNumber: number
  readonly transactionHash: Uint8Array
  readonly transactionPosition: number
}

/**
 * A trace in the form of OpenEthereum, with the members in the order of the reference node; without a place in the chain
 * for a replay.
 */
export function traceText(
  { node, traceAddress, subtraces }: ParityTrace,
  place: TracePlace | undefined,
): string {
  const isInner = traceAddress.length > 0
  const { type, action, ending } = isCall(node) ? callMembers(node, isInner) : destructionMembers(node)
  return (
    `{"action":{${action}}${place === undefined ? '' : placeText(place)},"type":"${type}","subtraces":${subtraces}` +
    `,"traceAddress":[${traceAddress.join(',')}],"result":${ending}}`
  )
}

const placeText = ({ blockHash, blockNumber, transactionHash, transactionPosition }: TracePlace): string =>
  `,"blockHash":"${toHex(blockHash)}","blockNumber":${blockNumber}` +
  `,"transactionHash":"${toHex(transactionHash)}","transactionPosition":${transactionPosition}`

interface TraceMembers {
  readonly type: 'call' | 'create' | 'suicide'
  readonly action: string
  /** The result, and for a failure the error. */
  readonly ending: string
}

function callMembers({ entry, exit }: CallNode, isInner: boolean): TraceMembers {
  const { kind, codeAddress, address, gas, input, value } = entry
  const from = `"from":"${toHex(senderOf(entry))}"`
  const gasText = `"gas":"${toQuantity(gas)}"`
  const valueText = `"value":"${toQuantity(value)}"`
  const gasUsed = `"gasUsed":"${toQuantity(exit.gasUsed)}"`
  if (isCreation(entry)) {
    const method = isInner ? `,"creationMethod":"${kind}"` : ''
    return {
      type: 'create',
      action: `${from},${gasText},"init":"${toHex(input)}",${valueText}${method}`,
      ending: endingOf(exit, `{${gasUsed},"code":"${toHex(exit.output)}","address":"${toHex(address)}"}`),
    }
  }
  const to = `"to":"${toHex(codeAddress)}"`
  return {
    type: 'call',
    action: `"callType":"${kind}",${from},${to},${gasText},"input":"${toHex(input)}",${valueText}`,
    ending: endingOf(exit, `{${gasUsed},"output":"${toHex(exit.output)}"}`),
  }
}

function endingOf({ status, cause }: CallNode['exit'], result: string): string {
  if (status === 'success') return result
  return `null,"error":"${cause === undefined ? parityReverted : parityFailure(cause)}"`
}

const destructionMembers = ({ destroyed, beneficiary, balance }: DestructionNode): TraceMembers => ({
  type: 'suicide',
  action:
    `"address":"${toHex(destroyed)}","refundAddress":"${toHex(beneficiary)}"` +
    `,"balance":"${toQuantity(balance)}"`,
  ending: 'null',
})
