import { grouped } from '../../../shared/format/quantity.ts'
import { moment } from '../../../shared/format/time.ts'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Key } from '../../admin/answers.ts'
import { WideTable } from '../../parts/wideTable.tsx'
import { ConfirmedButton } from './confirmedButton.tsx'

interface KeyTableProps {
  readonly keys: readonly Key[]
  readonly onEdit: (key: Key) => void
  readonly onRotate: (key: Key) => void
  readonly onRevoke: (key: Key) => void
}

export function KeyTable({ keys, ...actions }: KeyTableProps) {
  if (keys.length === 0) return <Empty>There are no keys yet.</Empty>
  return (
    <WideTable title="Keys in a table">
      <thead>
        <tr>
          <th>Label</th>
          <th>Id</th>
          <th>May use</th>
          <th class="amount">Units a second</th>
          <th class="amount">Units a day</th>
          <th>Since</th>
          <th>
            <span class="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} shown={key} {...actions} />
        ))}
      </tbody>
    </WideTable>
  )
}

type KeyRowProps = Omit<KeyTableProps, 'keys'> & { readonly shown: Key }

const KeyRow = ({ shown, onEdit, onRotate, onRevoke }: KeyRowProps) => (
  <tr class={shown.isLive ? '' : 'over'}>
    <td>{shown.label}</td>
    <td class="mono">
      <a href={`#/usage?key=${shown.id}`}>{shown.id}</a>
    </td>
    <td>{rightsOf(shown)}</td>
    <td class="amount">{shown.rate === undefined ? 'unlimited' : grouped(shown.rate.unitsPerSecond)}</td>
    <td class="amount">{shown.dailyUnits === undefined ? 'unlimited' : grouped(shown.dailyUnits)}</td>
    <td>{moment(shown.createdAt / 1000)}</td>
    <td class="actions">
      {shown.isLive ? (
        <>
          <button type="button" class="quiet" onClick={() => onEdit(shown)}>
            Change
          </button>
          <button type="button" class="quiet" onClick={() => onRotate(shown)}>
            Rotate
          </button>
          <ConfirmedButton name="Revoke" onConfirm={() => onRevoke(shown)} />
        </>
      ) : (
        stateOf(shown)
      )}
    </td>
  </tr>
)

const rightsOf = ({ networks, methods, origins }: Key): string =>
  [networks, methods, origins].flatMap((list) => list ?? []).join(', ') || 'everything'

const stateOf = ({ revokedAt }: Key): string => (revokedAt === undefined ? 'expired' : 'revoked')
