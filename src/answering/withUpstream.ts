import { MissingHistory } from '../chain/storage/chainStart.ts'
import { StateNotKept } from '../chain/storage/stateNotKept.ts'
import { recovered } from '../primitives/work/later.ts'
import type { Answerer, Call } from '../rpc/envelope/call.ts'
import { isAboutHistory } from '../rpc/errors/aboutHistory.ts'
import { RpcError } from '../rpc/errors/errors.ts'
import type { RpcNode } from '../rpc/node/rpcNode.ts'
import type { UpstreamNode } from '../upstream/upstreamNode.ts'
import { hashIn } from './upstream/pooledTransaction.ts'
import type { UpstreamCalls } from './upstream/upstreamCalls.ts'

/** Answers here what this chain has, and asks another node for what it does not have yet, or does not keep. */
export function withUpstream(
  inner: Answerer,
  calls: Pick<UpstreamCalls, 'upstream' | 'answer'>,
  node: Pick<RpcNode, 'chain' | 'pool'>,
): Answerer {
  return (call) => {
    if (call.method.upstream === 'never') return inner(call)
    if (isBeyond(call, calls.upstream, node)) return calls.answer(call)
    return recovered(
      () => inner(call),
      (error) => {
        if (!isMissingHistory(error)) throw error
        return calls.answer(call)
      },
    )
  }
}

/** Whether the call needs blocks that the local chain does not have yet. */
function isBeyond(
  { method, asked }: Pick<Call, 'method' | 'asked'>,
  upstream: Pick<UpstreamNode, 'isAhead' | 'head'>,
  { chain, pool }: Pick<RpcNode, 'chain' | 'pool'>,
): boolean {
  if (method.effect === 'submits-signed') return upstream.isAhead
  switch (asked.kind) {
    case 'any':
      return false
    case 'latest':
    case 'pending':
      return upstream.isAhead
    case 'number':
      return asked.number > chain.head.number && (upstream.isAhead || asked.number <= (upstream.head ?? 0))
    case 'hash': {
      const hash = upstream.isAhead ? hashIn(asked.hash) : undefined
      if (hash === undefined) return false
      const isOfTransaction = typeof method.asks === 'object' && method.asks.by === 'transaction-hash'
      if (!isOfTransaction) return chain.block(hash) === undefined
      return chain.transaction(hash) === undefined && pool.get(hash) === undefined
    }
  }
}

/** Whether a call failed because this node does not have, or does not keep, a part of the past. */
export const isMissingHistory = (error: unknown): boolean =>
  error instanceof MissingHistory ||
  error instanceof StateNotKept ||
  (error instanceof RpcError && isAboutHistory(error))
