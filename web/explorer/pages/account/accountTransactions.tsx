import { useState } from 'preact/hooks'
import { numberOf } from '../../../shared/format/quantity.ts'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { Paging } from '../../../shared/parts/paging.tsx'
import type { Hex, Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { TransactionTable } from '../transaction/transactionTable.tsx'

interface Found {
  readonly txs: readonly Transaction[]
  readonly receipts: readonly Receipt[]
  /** Whether these are the newest, or the oldest. */
  readonly firstPage: boolean
  readonly lastPage: boolean
}

interface Place {
  readonly direction: 'Before' | 'After'
  readonly block: number
}

const pageSize = 25
const newest: Place = { direction: 'Before', block: 0 }

/** Transactions in which an account takes part, also inside of them. */
export function AccountTransactions({ address }: { readonly address: Hex }) {
  const [place, setPlace] = useState(newest)
  const { direction, block } = place
  const isNewest = direction === 'Before' && block === 0
  const loaded = useLoaded(
    () => call<Found>(`ots_searchTransactions${direction}`, address, block, pageSize),
    `transactions ${address} ${direction} ${block}`,
    isNewest ? [head.value?.hash] : [],
  )
  return (
    <LoadedPart loaded={loaded} what="Searching the chain">
      {({ txs, receipts, firstPage, lastPage }) => {
        if (txs.length === 0) return <Empty>The account takes part in no transactions.</Empty>
        const [first, last] = [numberOf(txs[0]?.blockNumber), numberOf(txs.at(-1)?.blockNumber)]
        return (
          <>
            <div class="title">
              <small>Newest first, with those in which the account takes part inside</small>
              <Paging
                onNewer={firstPage ? undefined : () => setPlace({ direction: 'After', block: first })}
                onOlder={lastPage ? undefined : () => setPlace({ direction: 'Before', block: last })}
              />
            </div>
            <TransactionTable
              showsBlock
              account={address}
              rows={txs.map((transaction, index) => ({ transaction, receipt: receipts[index] }))}
            />
          </>
        )
      }}
    </LoadedPart>
  )
}
