import { grouped, integerOf, toQuantity } from '../../../shared/format/quantity.ts'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { PageLinks } from '../../../shared/parts/paging.tsx'
import { Tabs } from '../../../shared/parts/tabs.tsx'
import { linkTo, type Route } from '../../../shared/routing/route.ts'
import type { Block } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { CheckedBlock } from '../../checking/checkedHere.tsx'
import { lazyPart } from '../../lazyPart.tsx'
import { BlockFacts } from './blockFacts.tsx'
import { BlockTransactions } from './blockTransactions.tsx'
import { RemascPayments } from './remascPayments.tsx'
import { Uncles } from './uncles.tsx'

const MergedMining = lazyPart(async () => (await import('./mergedMining.tsx')).MergedMining)

interface Found {
  readonly block: Block
  /** The block of the best chain at its height, when that is another one. */
  readonly best: Block | undefined
}

/** A block by its number, which follows the best chain, or by its hash, which may be of another branch. */
export function BlockPage({ route: { parts } }: { readonly route: Route }) {
  const [id = ''] = parts
  const loaded = useLoaded(() => findBlock(id), `block ${id}`, [head.value?.hash])
  return (
    <LoadedPart loaded={loaded} what="Loading the block">
      {(found) => (found === undefined ? <Missing id={id} /> : <Shown {...found} />)}
    </LoadedPart>
  )
}

async function findBlock(id: string): Promise<Found | undefined> {
  const isHash = /^0x[0-9a-f]{64}$/i.test(id)
  if (!isHash && !/^\d{1,18}$/.test(id)) return undefined
  const block = isHash
    ? await call<Block | null>('eth_getBlockByHash', id, false)
    : await call<Block | null>('eth_getBlockByNumber', toQuantity(BigInt(id)), false)
  if (block === null) return undefined
  const best = isHash ? await call<Block | null>('eth_getBlockByNumber', block.number, false) : block
  return { block, best: best !== null && best.hash !== block.hash ? best : undefined }
}

const Missing = ({ id }: { readonly id: string }) => (
  <>
    <h1>Block not found</h1>
    <Empty>
      The node knows no block {id.slice(0, 80)}. A number above the best block appears when the block is
      mined.
    </Empty>
  </>
)

function Shown({ block, best }: Found) {
  const number = integerOf(block.number)
  const isNewest = number >= integerOf(head.value?.number)
  return (
    <>
      <div class="title">
        <h1>Block {grouped(number)}</h1>
        <PageLinks
          newer="Next"
          older="Previous"
          newerTo={isNewest ? undefined : linkTo('block', number + 1n)}
          olderTo={number === 0n ? undefined : linkTo('block', number - 1n)}
        />
      </div>
      {best !== undefined && (
        <p class="warning" role="status">
          This block is not on the best chain: a reorganisation or a competing miner left it aside.{' '}
          <a href={linkTo('block', number)}>Block {grouped(number)} of the best chain</a>
        </p>
      )}
      <CheckedBlock block={block} />
      <Tabs
        label="Parts of the block"
        tabs={[
          { name: 'Overview', content: () => <BlockFacts block={block} /> },
          {
            name: `Transactions (${block.transactions.length})`,
            content: () => <BlockTransactions block={block} />,
          },
          { name: 'Miners’ payments', content: () => <RemascPayments block={block} /> },
          { name: `Uncles (${block.uncles.length})`, content: () => <Uncles block={block} /> },
          { name: 'Merged mining', content: () => <MergedMining block={block} /> },
        ]}
      />
    </>
  )
}
