import { grouped, scaled } from '../../../shared/format/quantity.ts'
import { duration } from '../../../shared/format/time.ts'
import type { NetworkState } from '../../admin/answers.ts'
import { WideTable } from '../../parts/wideTable.tsx'

export const NetworkTable = ({ networks }: { readonly networks: readonly NetworkState[] }) => (
  <WideTable title="Networks in a table">
    <thead>
      <tr>
        <th>Network</th>
        <th>State</th>
        <th class="amount">Best block</th>
        <th class="amount">Pending</th>
        <th class="amount">Queued</th>
        <th class="amount">Peers</th>
        <th>Synchronisation</th>
        <th class="amount">On disk</th>
      </tr>
    </thead>
    <tbody>
      {networks.map((network) => (
        <NetworkRow key={network.name} {...network} />
      ))}
    </tbody>
  </WideTable>
)

const NetworkRow = ({ name, head, pendingTransactions, ...rest }: NetworkState) => (
  <tr>
    <td>{name}</td>
    <td>
      <span class={rest.ready ? 'state good' : 'state'}>
        {rest.ready ? 'ready' : `not ready: ${rest.reasons.join(', ')}`}
      </span>
    </td>
    <td class="amount">{grouped(head)}</td>
    <td class="amount">{grouped(pendingTransactions)}</td>
    <td class="amount">{grouped(rest.queuedTransactions)}</td>
    <td class="amount">{rest.peers === undefined ? '' : grouped(rest.peers)}</td>
    <td>{syncText(head, rest.sync)}</td>
    <td class="amount">{sizeText(rest)}</td>
  </tr>
)

function sizeText({ dataBytes, freeBytes }: Pick<NetworkState, 'dataBytes' | 'freeBytes'>): string {
  if (dataBytes === undefined) return 'in memory'
  const free = freeBytes === undefined ? '' : `, ${scaled(freeBytes, 'B')} free`
  return `${scaled(dataBytes, 'B')}${free}`
}

function syncText(head: number, sync: NetworkState['sync']): string {
  if (sync === undefined) return 'without peers'
  if (sync.highest <= head) return 'up to date'
  const left = sync.secondsLeft === undefined ? '' : `, ${duration(sync.secondsLeft)} left`
  return `${grouped(sync.highest - head)} blocks behind, ${sync.blocksPerSecond.toFixed(1)} a second${left}`
}
