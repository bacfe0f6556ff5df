import { btc } from '../../../shared/format/quantity.ts'
import { shortened } from '../../../shared/format/text.ts'
import { Panel } from '../../../shared/parts/facts.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

/** A peg-in or peg-out as `peg_status` tells it. */
interface Request {
  readonly stage: string
  readonly satoshis?: number
  readonly bitcoinTransaction?: string | null
  readonly transaction?: string | null
  readonly next: string
}

interface Status {
  readonly pegIns: readonly Request[]
  readonly pegOuts: readonly Request[]
}

/** Peg-ins and peg-outs with their stages, on a chain with a Bitcoin and a federation of its own. */
export function PegUnderWay() {
  const loaded = useLoaded(() => call<Status>('peg_status'), 'peg status', [head.value?.hash])
  return (
    <Panel title="Requests under way">
      <LoadedPart loaded={loaded}>
        {({ pegIns, pegOuts }) => {
          const rows = [
            ...pegIns.map((request) => ({ kind: 'Peg-in', ...request })),
            ...pegOuts.map((request) => ({ kind: 'Peg-out', ...request })),
          ]
          return rows.length === 0 ? <Empty>There are none.</Empty> : <Rows rows={rows.slice(0, 100)} />
        }}
      </LoadedPart>
    </Panel>
  )
}

const Rows = ({ rows }: { readonly rows: readonly (Request & { readonly kind: string })[] }) => (
  <div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Transaction</th>
          <th scope="col">Stage</th>
          <th scope="col" class="amount">
            Amount
          </th>
          <th scope="col">Next</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, stage, satoshis, bitcoinTransaction, transaction, next }) => (
          <tr key={`${kind} ${transaction} ${bitcoinTransaction}`}>
            <td>{kind}</td>
            <td class="mono">{shortened(transaction ?? bitcoinTransaction ?? '–')}</td>
            <td>{stage}</td>
            <td class="amount">{satoshis === undefined ? '–' : btc(BigInt(satoshis))}</td>
            <td>{next}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
