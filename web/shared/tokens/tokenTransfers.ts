import { decodeParameters } from '../abi/decode.ts'
import { itemOf, topicOf } from '../abi/signature.ts'
import type { Hex, Log } from '../rpc/answers.ts'

export type TokenKind = 'ERC-20' | 'ERC-721' | 'ERC-1155'

export interface TokenTransfer {
  readonly token: Hex
  readonly kind: TokenKind
  /** The zero address when the token is minted. */
  readonly from: Hex
  /** The zero address when the token is burnt. */
  readonly to: Hex
  /** In the smallest unit of the token; 1 for ERC-721. */
  readonly amount: bigint
  /** Undefined for ERC-20. */
  readonly id: bigint | undefined
  readonly log: Log
}

/** Transfers that are read of one log. */
const maximumInLog = 200

const topicFor = (signature: string) => topicOf(itemOf('event', signature))

/** Topics of the events that move tokens; ERC-20 and ERC-721 share the first. */
export const transferTopic = topicFor('Transfer(address,address,uint256)')
export const singleTopic = topicFor('TransferSingle(address,address,address,uint256,uint256)')
export const batchTopic = topicFor('TransferBatch(address,address,address,uint256[],uint256[])')

/** The movements of tokens in logs, in their order. Logs of other forms have none. */
export const transfersIn = (logs: readonly Log[]): TokenTransfer[] => logs.flatMap(transfersOf)

function transfersOf(log: Log): TokenTransfer[] {
  try {
    const [topic] = log.topics
    if (topic === transferTopic) return plainTransfer(log)
    if (log.topics.length !== 4) return []
    if (topic === singleTopic) return multiTransfers(log, ['uint256', 'uint256'])
    return topic === batchTopic ? multiTransfers(log, ['uint256[]', 'uint256[]']) : []
  } catch {
    // Another event may have the same topic.
    return []
  }
}

const addressIn = (topic: Hex | undefined): Hex => `0x${topic?.slice(-40) ?? ''}`

function plainTransfer(log: Log): TokenTransfer[] {
  const [, from, to, id] = log.topics
  const ends = { token: log.address, from: addressIn(from), to: addressIn(to), log }
  if (id !== undefined) return [{ ...ends, kind: 'ERC-721', amount: 1n, id: BigInt(id) }]
  if (to === undefined || log.data.length !== 66) return []
  return [{ ...ends, kind: 'ERC-20', amount: BigInt(log.data), id: undefined }]
}

function multiTransfers(log: Log, types: readonly string[]): TokenTransfer[] {
  const [, , from, to] = log.topics
  const [ids, amounts] = decodeParameters(
    types.map((type) => ({ type })),
    log.data,
  ).map(({ text, parts }) => parts?.map((part) => BigInt(part.text ?? 0)) ?? [BigInt(text ?? 0)])
  return (ids ?? []).slice(0, maximumInLog).map((id, index) => ({
    token: log.address,
    kind: 'ERC-1155',
    from: addressIn(from),
    to: addressIn(to),
    amount: amounts?.[index] ?? 0n,
    id,
    log,
  }))
}
