import { moment } from '../../../shared/format/time.ts'
import { Curve } from '../../../shared/parts/curve.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'

/** A value at a block. */
export interface CurvePoint {
  readonly block: bigint
  /** Seconds since 1970. */
  readonly time: number
  readonly value: number
}

/** A curve needs this many points to show more than a sentence does. */
export const minimumPoints = 3

interface CurveTableProps {
  readonly title: string
  /** The name of the value in the table. */
  readonly unit: string
  /** Oldest first. */
  readonly points: readonly CurvePoint[]
}

/** A curve, and its values as a table for those who do not see it. */
export const CurveTable = ({ title, unit, points }: CurveTableProps) => (
  <>
    <Curve title={title} times={points.map(({ time }) => time)} values={points.map(({ value }) => value)} />
    <details>
      <summary>{title} as a table</summary>
      <Table label={title} columns={columnsFor(unit)} rows={points} keyOf={({ block }) => String(block)} />
    </details>
  </>
)

const columnsFor = (unit: string): readonly Column<CurvePoint>[] => [
  { name: 'Block', cell: ({ block }) => String(block) },
  { name: 'Time', cell: ({ time }) => moment(time) },
  { name: unit, isAmount: true, cell: ({ value }) => String(value) },
]
