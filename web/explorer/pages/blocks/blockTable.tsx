import { grouped, integerOf, numberOf, percent } from '../../../shared/format/quantity.ts'
import { Age } from '../../../shared/parts/age.tsx'
import { AddressLink, BlockLink } from '../../../shared/parts/links.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'

const columns: readonly Column<Block>[] = [
  { name: 'Block', cell: ({ number }) => <BlockLink value={integerOf(number)} /> },
  { name: 'Age', cell: ({ timestamp }) => <Age timestamp={numberOf(timestamp)} /> },
  { name: 'Transactions', isAmount: true, cell: ({ transactions }) => transactions.length },
  {
    name: 'Gas used',
    isAmount: true,
    cell: ({ gasUsed, gasLimit }) => (
      <span>
        {grouped(integerOf(gasUsed))} <small>{percent(integerOf(gasUsed), integerOf(gasLimit))}</small>
      </span>
    ),
  },
  { name: 'Uncles', isAmount: true, cell: ({ uncles }) => uncles.length },
  { name: 'Miner', cell: ({ miner }) => <AddressLink value={miner} /> },
]

export const BlockTable = ({ blocks }: { readonly blocks: readonly Block[] }) => (
  <Table label="Blocks" columns={columns} rows={blocks} keyOf={({ hash }) => hash} />
)
