import { integerOf, numberOf, toQuantity } from '../../../shared/format/quantity.ts'
import { moment } from '../../../shared/format/time.ts'
import { AddressLink, BlockLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

const columns: readonly Column<Block>[] = [
  { name: 'Height', cell: ({ number }) => String(integerOf(number)) },
  { name: 'Hash', cell: ({ hash }) => <BlockLink value={hash} /> },
  { name: 'Time', cell: ({ timestamp }) => moment(numberOf(timestamp)) },
  { name: 'Miner', cell: ({ miner }) => <AddressLink value={miner} /> },
]

/** Blocks of other branches that this one pays a part of its reward to. */
export function Uncles({ block }: { readonly block: Block }) {
  const loaded = useLoaded(() => unclesOf(block), `uncles ${block.hash}`)
  if (block.uncles.length === 0) return <Empty>The block has no uncles.</Empty>
  return (
    <LoadedPart loaded={loaded}>
      {(uncles) => <Table label="Uncles" columns={columns} rows={uncles} keyOf={({ hash }) => hash} />}
    </LoadedPart>
  )
}

async function unclesOf({ hash, uncles }: Block): Promise<Block[]> {
  const found = await Promise.all(
    uncles.map((_, index) => call<Block | null>('eth_getUncleByBlockHashAndIndex', hash, toQuantity(index))),
  )
  return found.filter((uncle) => uncle !== null)
}
