import { nextPegoutHeight, type ReleaseRequest, releaseRequests } from '../../bridge/cells/pegouts.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { batchPegoutCreated, releaseRequested } from '../../bridge/events/pegoutEvents.ts'
import { bytes } from '../../native/abi/types.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import type { PegChain } from '../federation/pegChain.ts'
import type { BridgeTransactionStatus } from './pegStatus.ts'
import { hasPayableRequests } from './underWay.ts'

/** The progress of a peg-out request. */
export interface PegOutStatus {
  /** The Rootstock transaction that asked; undefined for requests before RSKIP146. */
  readonly request: Uint8Array | undefined
  readonly stage: 'queued' | 'waiting-for-coins' | 'in-a-transaction'
  /** Of a queued request. */
  readonly satoshis: bigint | undefined
  /** Rootstock blocks until the next batch of requests. */
  readonly missingBlocks: number
  /** The transaction that pays it. */
  readonly transaction: BridgeTransactionStatus | undefined
}

/** Requests in the queue, then those of the last blocks that a transaction pays. */
export function pegOutStatuses(
  context: BridgeContext,
  chain: PegChain,
  transactions: readonly BridgeTransactionStatus[],
): PegOutStatus[] {
  const { cells, native } = context
  const missingBlocks = Math.max(0, cells.load(nextPegoutHeight) - native.block.number)
  const stage = hasPayableRequests(context) ? 'queued' : 'waiting-for-coins'
  const queued = cells.load(releaseRequests).map(
    ({ transactionHash, amount }: ReleaseRequest): PegOutStatus => ({
      request: transactionHash,
      stage,
      satoshis: amount,
      missingBlocks,
      transaction: undefined,
    }),
  )
  const paid = requestsByTransaction(chain, context).flatMap(({ requests, unsignedId }) => {
    const transaction = transactions.find((one) => equalBytes(one.unsignedId, unsignedId))
    if (transaction === undefined) return []
    return requests.map(
      (request): PegOutStatus => ({
        request,
        stage: 'in-a-transaction',
        satoshis: undefined,
        missingBlocks: 0,
        transaction,
      }),
    )
  })
  return [...queued, ...paid]
}

interface PaidRequests {
  readonly requests: readonly Uint8Array[]
  readonly unsignedId: Uint8Array
}

/** RSKIP271 pays several requests with one transaction, whose event lists them. */
function requestsByTransaction(chain: PegChain, { rules }: BridgeContext): PaidRequests[] {
  if (!rules.rskip271) {
    return chain.bridgeLogs([releaseRequested.topic]).map(({ log }) => ({
      requests: [log.topics[1]!],
      unsignedId: log.topics[2]!,
    }))
  }
  return chain.bridgeLogs([batchPegoutCreated.topic]).map(({ log }) => {
    const hashes = bytes.decode(log.data, 32)
    const requests = Array.from({ length: hashes.length / 32 }, (_, index) =>
      hashes.subarray(32 * index, 32 * (index + 1)),
    )
    return { requests, unsignedId: log.topics[1]! }
  })
}
