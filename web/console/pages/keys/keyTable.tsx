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

export function KeyTable({ keys, onEdit, onRotate, onRevoke }: KeyTableProps) {
  if (keys.length === 0) return <Empty>There are no keys yet.</Empty>
  const actionsOn = (key: Key) => (
    <>
      <button type="button" class="quiet" onClick={() => onEdit(key)}>
        Change
      </button>
      <button type="button" class="quiet" onClick={() => onRotate(key)}>
        Rotate
      </button>
      <ConfirmedButton name="Revoke" onConfirm={() => onRevoke(key)} />
    </>
  )
  return (
    <WideTable
      title="Keys in a table"
      rows={keys}
      keyOf={({ id }) => id}
      classOf={({ isLive }) => (isLive ? undefined : 'over')}
      columns={[
        { name: 'Label', cell: ({ label }) => label },
        { name: 'Id', kind: 'mono', cell: ({ id }) => <a href={`#/usage?key=${id}`}>{id}</a> },
        { name: 'May use', cell: rightsOf },
        { name: 'Units a second', kind: 'amount', cell: ({ rate }) => limitText(rate?.unitsPerSecond) },
        { name: 'Units a day', kind: 'amount', cell: ({ dailyUnits }) => limitText(dailyUnits) },
        { name: 'Since', cell: ({ createdAt }) => moment(createdAt / 1000) },
        { name: 'Actions', kind: 'actions', cell: (key) => (key.isLive ? actionsOn(key) : stateOf(key)) },
      ]}
    />
  )
}

const limitText = (limit: number | undefined): string => (limit === undefined ? 'unlimited' : grouped(limit))

const rightsOf = ({ networks, methods, origins }: Key): string =>
  [networks, methods, origins].flatMap((list) => list ?? []).join(', ') || 'everything'

const stateOf = ({ revokedAt }: Key): string => (revokedAt === undefined ? 'expired' : 'revoked')
