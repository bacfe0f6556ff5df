import { integerOf } from '../../../shared/format/quantity.ts'
import { Age } from '../../../shared/parts/age.tsx'
import { BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Hex, Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import type { Gone } from './poolWatch.ts'

/** Transactions that were in the pool, and what became of each. */
export function GoneTransactions({ gone }: { readonly gone: readonly Gone[] }) {
  if (gone.length === 0) return <Empty>None has left it yet.</Empty>
  return (
    <ol class="feed">
      {gone.map((one) => (
        <li key={one.transaction.hash}>
          <TransactionLink value={one.transaction.hash} />
          <Age timestamp={Math.floor(one.atMs / 1000)} />
          <Fate gone={one} />
        </li>
      ))}
    </ol>
  )
}

type Ending =
  | { readonly kind: 'mined'; readonly block: bigint }
  | { readonly kind: 'replaced'; readonly by: Hex | undefined }
  | { readonly kind: 'dropped' }

function Fate({ gone: { transaction, replacedBy } }: { readonly gone: Gone }) {
  const { value } = useLoaded(
    () => findEnding(transaction, replacedBy),
    `ending ${transaction.hash} ${replacedBy}`,
    [head.value?.hash],
  )
  if (value === undefined) return <span>Looking for it…</span>
  if (value.kind === 'mined') {
    return (
      <span>
        in block <BlockLink value={value.block} />
      </span>
    )
  }
  if (value.kind === 'dropped') return <span>dropped: the pool no longer has it, and no block holds it</span>
  return (
    <span>
      replaced by{' '}
      {value.by === undefined ? 'another transaction with its nonce' : <TransactionLink value={value.by} />}
    </span>
  )
}

async function findEnding({ hash, from, nonce }: Transaction, replacedBy: Hex | undefined): Promise<Ending> {
  const [receipt, count] = await Promise.all([
    call<Receipt | null>('eth_getTransactionReceipt', hash),
    call<Hex>('eth_getTransactionCount', from, 'latest'),
  ])
  if (receipt !== null) return { kind: 'mined', block: integerOf(receipt.blockNumber) }
  // A used nonce means that a block holds another transaction in its place.
  const isUsed = integerOf(count) > integerOf(nonce)
  return replacedBy !== undefined || isUsed ? { kind: 'replaced', by: replacedBy } : { kind: 'dropped' }
}
