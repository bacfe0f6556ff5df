import { grouped, scaled } from '../../../shared/format/quantity.ts'
import { duration } from '../../../shared/format/time.ts'
import type { NetworkState } from '../../admin/answers.ts'
import { WideTable } from '../../parts/wideTable.tsx'

export const NetworkTable = ({ networks }: { readonly networks: readonly NetworkState[] }) => (
  <WideTable
    title="Networks in a table"
    rows={networks}
    keyOf={({ name }) => name}
    columns={[
      { name: 'Network', cell: ({ name }) => name },
      { name: 'State', cell: stateOf },
      { name: 'Best block', kind: 'amount', cell: ({ head }) => grouped(head) },
      { name: 'Pending', kind: 'amount', cell: ({ pendingTransactions }) => grouped(pendingTransactions) },
      { name: 'Queued', kind: 'amount', cell: ({ queuedTransactions }) => grouped(queuedTransactions) },
      { name: 'Peers', kind: 'amount', cell: ({ peers }) => (peers === undefined ? '' : grouped(peers)) },
      { name: 'Synchronisation', cell: syncText },
      { name: 'On disk', kind: 'amount', cell: sizeText },
    ]}
  />
)

const stateOf = ({ ready, reasons }: NetworkState) => (
  <span class={ready ? 'state good' : 'state'}>{ready ? 'ready' : `not ready: ${reasons.join(', ')}`}</span>
)

function sizeText({ dataBytes, freeBytes }: NetworkState): string {
  if (dataBytes === undefined) return 'in memory'
  const free = freeBytes === undefined ? '' : `, ${scaled(freeBytes, 'B')} free`
  return `${scaled(dataBytes, 'B')}${free}`
}

function syncText({ head, sync }: NetworkState): string {
  if (sync === undefined) return 'without peers'
  if (sync.highest <= head) return 'up to date'
  const left = sync.secondsLeft === undefined ? '' : `, ${duration(sync.secondsLeft)} left`
  return `${grouped(sync.highest - head)} blocks behind, ${sync.blocksPerSecond.toFixed(1)} a second${left}`
}
