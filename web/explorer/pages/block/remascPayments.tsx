import { nameOf } from '../../../shared/abi/contracts.ts'
import { counted, integerOf } from '../../../shared/format/quantity.ts'
import { Rbtc } from '../../../shared/parts/amount.tsx'
import { AddressLink, BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import type { Block, Log } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { type Payment, readPayment, remasc } from '../../../shared/sentence/remascPayment.ts'

const columns: readonly Column<Payment>[] = [
  { name: 'To', cell: ({ to }) => <AddressLink value={to} label={nameOf(to)} /> },
  { name: 'Amount', isAmount: true, cell: ({ amount }) => <Rbtc wei={integerOf(amount)} /> },
  { name: 'For block', cell: ({ blockHash }) => <BlockLink value={blockHash} /> },
  { name: 'Transaction', cell: ({ transactionHash }) => <TransactionLink value={transactionHash} /> },
]

/** What the REMASC contract paid in this block to miners of an older one and to the federation. */
export function RemascPayments({ block }: { readonly block: Block }) {
  const loaded = useLoaded(
    () => call<readonly Log[]>('eth_getLogs', { blockHash: block.hash, address: remasc }),
    `payments ${block.hash}`,
  )
  return (
    <LoadedPart loaded={loaded}>
      {(logs) => {
        const payments = logs.flatMap((log) => readPayment(log) ?? [])
        if (payments.length === 0) return <Empty>REMASC paid nothing in this block.</Empty>
        const total = payments.reduce((sum, { amount }) => sum + integerOf(amount), 0n)
        return (
          <>
            <p>
              REMASC shares the fees of an older block once it is final: here <Rbtc wei={total} /> in{' '}
              {counted(payments.length, 'payment')}.
            </p>
            <Table
              label="Payments of REMASC"
              columns={columns}
              rows={payments}
              keyOf={({ to }, index) => `${index} ${to}`}
            />
          </>
        )
      }}
    </LoadedPart>
  )
}
