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
    <WideTable title="Standing in a table">
      <thead>
        <tr>
          <th>Who</th>
          <th class="amount">Score</th>
          <th class="amount">Valid blocks</th>
          <th class="amount">Invalid blocks</th>
          <th class="amount">Timeouts</th>
          <th class="amount">Punishments</th>
          <th>State</th>
          <th>
            <span class="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {standings.map((standing) => (
          <tr key={`${standing.type} ${standing.id}`}>
            <td class="mono">
              {standing.type} {standing.id}
            </td>
            <td class="amount">{standing.score}</td>
            <td class="amount">{grouped(standing.validBlocks)}</td>
            <td class="amount">{grouped(standing.invalidBlocks)}</td>
            <td class="amount">{grouped(standing.timeoutMessages)}</td>
            <td class="amount">{grouped(standing.punishments)}</td>
            <td>
              <span class={standing.goodReputation ? 'state good' : 'state'}>
                {standing.goodReputation
                  ? 'in good standing'
                  : `refused until ${moment(standing.punishedUntil / 1000)}`}
              </span>
            </td>
            <td class="actions">
              {standing.type === 'address' && (
                <button type="button" class="quiet" onClick={() => onForget(standing.id)}>
                  Forget
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}
