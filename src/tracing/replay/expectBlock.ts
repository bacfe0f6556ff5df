import type { Chain } from '../../chain/chain.ts'
import type { FoundTransaction } from '../../chain/foundTransaction.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { TraceError } from '../output/traceError.ts'
import type { TraceContext } from './traceContext.ts'

export function expectBlock({ chain, pending }: TraceContext, hash: Hash): StoredBlock {
  if (pending !== undefined && equalBytes(pending.hash, hash)) return pending
  const block = chain.block(hash)
  if (block === undefined) throw new TraceError('unknown-block', `block ${toHex(hash)} does not exist`)
  return block
}

export function expectTransaction(chain: Chain, hash: Hash): FoundTransaction {
  const found = chain.transaction(hash)
  if (found === undefined) {
    throw new TraceError('unknown-transaction', `transaction ${toHex(hash)} is in no block of the chain`)
  }
  return found
}
