import { useState } from 'preact/hooks'
import { nameOf } from '../../../shared/abi/contracts.ts'
import { counted, integerOf, numberOf } from '../../../shared/format/quantity.ts'
import { Rbtc } from '../../../shared/parts/amount.tsx'
import { AddressLink, BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { Paging } from '../../../shared/parts/paging.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import type { Hex, Transaction } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

interface Operation {
  readonly type: 0 | 1 | 2 | 3
  readonly from: Hex
  readonly to: Hex
  readonly value: Hex
}

interface InnerRow {
  readonly transaction: Transaction
  readonly operation: Operation
}

interface Page {
  readonly txs: readonly Transaction[]
  readonly lastPage: boolean
}

/** Each of them is executed again, so a page has few. */
const pageSize = 10

/** Payments and creations inside transactions that concern an account. */
export function InnerTransactions({ address }: { readonly address: Hex }) {
  /** The blocks at which the pages before this one ended; the first page has none. */
  const [ends, setEnds] = useState<readonly number[]>([])
  const before = ends.at(-1) ?? 0
  const loaded = useLoaded(() => load(address, before), `inner ${address} ${before}`)
  return (
    <LoadedPart loaded={loaded} what="Executing transactions again to look inside">
      {({ rows, txs, lastPage }) => (
        <>
          <div class="title">
            <small>Inside of {counted(txs.length, 'transaction')} in which the account takes part</small>
            <Paging
              onNewer={ends.length === 0 ? undefined : () => setEnds(ends.slice(0, -1))}
              onOlder={lastPage ? undefined : () => setEnds([...ends, numberOf(txs.at(-1)?.blockNumber)])}
            />
          </div>
          {rows.length === 0 ? (
            <Empty>No payments and creations inside these transactions concern the account.</Empty>
          ) : (
            <Table
              label="Inner transactions"
              columns={columns}
              rows={rows}
              keyOf={({ transaction }, index) => `${transaction.hash} ${index}`}
            />
          )}
        </>
      )}
    </LoadedPart>
  )
}

async function load(address: Hex, before: number): Promise<Page & { readonly rows: readonly InnerRow[] }> {
  const page = await call<Page>('ots_searchTransactionsBefore', address, before, pageSize)
  const operations = await Promise.all(
    page.txs.map(({ hash }) => call<readonly Operation[] | null>('ots_getInternalOperations', hash)),
  )
  const rows = page.txs.flatMap((transaction, index) =>
    (operations[index] ?? [])
      .filter(({ from, to }) => from === address || to === address)
      .map((operation) => ({ transaction, operation })),
  )
  return { ...page, rows }
}

const kinds = ['payment', 'self-destruction', 'creation', 'creation (CREATE2)']

const columns: readonly Column<InnerRow>[] = [
  { name: 'Transaction', cell: ({ transaction }) => <TransactionLink value={transaction.hash} /> },
  { name: 'Block', cell: ({ transaction }) => <BlockLink value={integerOf(transaction.blockNumber)} /> },
  { name: 'Kind', cell: ({ operation }) => kinds[operation.type] ?? 'call' },
  { name: 'From', cell: ({ operation: { from } }) => <AddressLink value={from} label={nameOf(from)} /> },
  { name: 'To', cell: ({ operation: { to } }) => <AddressLink value={to} label={nameOf(to)} /> },
  { name: 'Value', isAmount: true, cell: ({ operation }) => <Rbtc wei={integerOf(operation.value)} /> },
]
