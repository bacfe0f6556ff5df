import { grouped } from '../../../shared/format/quantity.ts'
import { moment } from '../../../shared/format/time.ts'
import { Empty } from '../../../shared/parts/notices.tsx'
import { WideTable } from '../../parts/wideTable.tsx'

/** As `sco_peerList` answers it. */
export interface Standing {
  readonly type: string
  readonly id: string
  readonly score: number
  readonly punishments: number
  readonly goodReputation: boolean
  readonly punishedUntil: number
  readonly validBlocks: number
  readonly invalidBlocks: number
  readonly timeoutMessages: number
}

interface StandingTableProps {
  readonly standings: readonly Standing[]
  readonly onForget: (name: string) => void
}

export function StandingTable({ standings, onForget }: StandingTableProps) {
  if (standings.length === 0) return <Empty>No peer has been met.</Empty>
  return (
    <WideTable
      title="Standing in a table"
      rows={standings}
      keyOf={({ type, id }) => `${type} ${id}`}
      columns={[
        { name: 'Who', kind: 'mono', cell: ({ type, id }) => `${type} ${id}` },
        { name: 'Score', kind: 'amount', cell: ({ score }) => score },
        { name: 'Valid blocks', kind: 'amount', cell: ({ validBlocks }) => grouped(validBlocks) },
        { name: 'Invalid blocks', kind: 'amount', cell: ({ invalidBlocks }) => grouped(invalidBlocks) },
        { name: 'Timeouts', kind: 'amount', cell: ({ timeoutMessages }) => grouped(timeoutMessages) },
        { name: 'Punishments', kind: 'amount', cell: ({ punishments }) => grouped(punishments) },
        { name: 'State', cell: stateOf },
        {
          name: 'Actions',
          kind: 'actions',
          cell: ({ type, id }) =>
            type === 'address' && (
              <button type="button" class="quiet" onClick={() => onForget(id)}>
                Forget
              </button>
            ),
        },
      ]}
    />
  )
}

const stateOf = ({ goodReputation, punishedUntil }: Standing) => (
  <span class={goodReputation ? 'state good' : 'state'}>
    {goodReputation ? 'in good standing' : `refused until ${moment(punishedUntil / 1000)}`}
  </span>
)
