import { nameOf } from '../../../shared/abi/contracts.ts'
import { Rbtc } from '../../../shared/parts/amount.tsx'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { type BalanceChange, balanceChanges, loadDifference } from './stateDifference.ts'

const columns: readonly Column<BalanceChange>[] = [
  { name: 'Account', cell: ({ address }) => <AddressLink value={address} label={nameOf(address)} /> },
  { name: 'Change', cell: ({ change }) => <Rbtc wei={change} isChange /> },
]

const maximumShown = 50

/** Who had more or less RBTC after a transaction, fees included. */
export function BalanceChanges({ hash }: { readonly hash: string }) {
  const loaded = useLoaded(() => loadDifference(hash), `balances ${hash}`)
  return (
    <section aria-label="Balance changes">
      <h2>Balance changes</h2>
      <LoadedPart loaded={loaded} what="Executing the transaction again">
        {(difference) => {
          const changes = difference === null ? [] : balanceChanges(difference)
          return changes.length === 0 ? (
            <Empty>No account has more or less RBTC afterwards.</Empty>
          ) : (
            <Table
              label="Balance changes"
              columns={columns}
              rows={changes.slice(0, maximumShown)}
              keyOf={({ address }) => address}
            />
          )
        }}
      </LoadedPart>
    </section>
  )
}
