import { integerOf, toQuantity } from '../../../shared/format/quantity.ts'
import { Panel } from '../../../shared/parts/facts.tsx'
import { LoadedPart, Waiting } from '../../../shared/parts/notices.tsx'
import { PageLinks } from '../../../shared/parts/paging.tsx'
import { useSteady } from '../../../shared/parts/steady.ts'
import { linkTo, type Route } from '../../../shared/routing/route.ts'
import type { Block } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { BlockTable } from './blockTable.tsx'

const pageSize = 25n

/** Blocks of the best chain; the address names the newest one of the page, and follows the head without it. */
export function BlocksPage({ route: { parts } }: { readonly route: Route }) {
  const newest = head.value
  const given = /^\d{1,18}$/.test(parts[0] ?? '') ? BigInt(parts[0] ?? '0') : undefined
  const best = integerOf(newest?.number)
  const top = given === undefined || given > best ? best : given
  const loaded = useLoaded(() => blocksBelow(top), 'blocks', [top, newest?.hash])
  if (newest === undefined) return <Waiting />
  const pageAt = (to: bigint) => (to >= best ? linkTo('blocks') : linkTo('blocks', to))
  return (
    <>
      <h1>Blocks</h1>
      <Panel
        title={`Up to block ${top}`}
        aside={
          <PageLinks
            newerTo={top < best ? pageAt(top + pageSize) : undefined}
            olderTo={top >= pageSize ? pageAt(top - pageSize) : undefined}
          />
        }
      >
        <LoadedPart loaded={loaded}>{(blocks) => <SteadyTable blocks={blocks} />}</LoadedPart>
      </Panel>
    </>
  )
}

function SteadyTable({ blocks }: { readonly blocks: readonly Block[] }) {
  const { shown, place } = useSteady(blocks)
  return (
    <div {...place}>
      <BlockTable blocks={shown} />
    </div>
  )
}

async function blocksBelow(top: bigint): Promise<Block[]> {
  const count = top + 1n < pageSize ? top + 1n : pageSize
  const numbers = Array.from({ length: Number(count) }, (_, at) => top - BigInt(at))
  const blocks = await Promise.all(
    numbers.map((number) => call<Block | null>('eth_getBlockByNumber', toQuantity(number), false)),
  )
  return blocks.filter((block) => block !== null)
}
