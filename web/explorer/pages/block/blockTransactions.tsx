import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { Paging } from '../../../shared/parts/paging.tsx'
import { keepInAddress, route } from '../../../shared/routing/route.ts'
import type { Block } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { findTransaction } from '../transaction/findTransaction.ts'
import { TransactionTable } from '../transaction/transactionTable.tsx'

const pageSize = 25

/** The transactions of a block, page by page. */
export function BlockTransactions({ block }: { readonly block: Block }) {
  const pages = Math.max(1, Math.ceil(block.transactions.length / pageSize))
  const page = Math.min(pages, Math.max(1, Number(route.value.query.get('page')) || 1)) - 1
  const setPage = (next: number) => keepInAddress('page', next === 0 ? '' : String(next + 1))
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
  const rows = await Promise.all(hashes.map(findTransaction))
  return rows.filter((row) => row !== undefined)
}
