import { useState } from 'preact/hooks'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { Paging } from '../../../shared/parts/paging.tsx'
import type { Block, Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { TransactionTable } from '../transaction/transactionTable.tsx'

const pageSize = 25

/** The transactions of a block, page by page. */
export function BlockTransactions({ block }: { readonly block: Block }) {
  const [page, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(block.transactions.length / pageSize))
  const loaded = useLoaded(() => rowsOf(block, page), `${block.hash} ${page}`)
  if (block.transactions.length === 0) return <Empty>The block has no transactions.</Empty>
  return (
    <>
      {pages > 1 && (
        <div class="title">
          <small>
            Page {page + 1} of {pages}
          </small>
          <Paging
            newer="Before"
            older="Next"
            onNewer={page > 0 ? () => setPage(page - 1) : undefined}
            onOlder={page < pages - 1 ? () => setPage(page + 1) : undefined}
          />
        </div>
      )}
      <LoadedPart loaded={loaded}>{(rows) => <TransactionTable rows={rows} />}</LoadedPart>
    </>
  )
}

async function rowsOf({ transactions }: Block, page: number) {
  const hashes = transactions.slice(page * pageSize, (page + 1) * pageSize)
  const rows = await Promise.all(
    hashes.map(async (hash) => {
      const [transaction, receipt] = await Promise.all([
        call<Transaction | null>('eth_getTransactionByHash', hash),
        call<Receipt | null>('eth_getTransactionReceipt', hash),
      ])
      return { transaction, receipt: receipt ?? undefined }
    }),
  )
  return rows.flatMap(({ transaction, receipt }) => (transaction === null ? [] : [{ transaction, receipt }]))
}
