import { useEffect } from 'preact/hooks'
import { gasPrice, grouped, integerOf, numberOf, percent } from '../../../shared/format/quantity.ts'
import { ago, duration } from '../../../shared/format/time.ts'
import { Figure, Panel } from '../../../shared/parts/facts.tsx'
import { BlockLink } from '../../../shared/parts/links.tsx'
import { Waiting } from '../../../shared/parts/notices.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { now } from '../../../shared/time/now.ts'
import { networkTitle } from '../../network.ts'
import { BlockTable } from '../blocks/blockTable.tsx'
import { Curves } from './curves.tsx'
import { NodeFigures } from './nodeFigures.tsx'
import { loadRecentBlocks, recentBlocks } from './recentBlocks.ts'

export function HomePage() {
  const newest = head.value
  useEffect(() => {
    if (newest !== undefined) loadRecentBlocks(newest).catch(() => {})
  }, [newest])
  if (newest === undefined) return <Waiting what="Asking the node for its best block" />
  const blocks = recentBlocks.value
  return (
    <>
      <h1>{networkTitle()}</h1>
      <dl class="figures">
        <Figure name="Best block" note={ago(numberOf(newest.timestamp), now.value)}>
          <BlockLink value={integerOf(newest.number)} />
        </Figure>
        <Figure name="Block time" note={`mean of ${Math.max(blocks.length - 1, 0)} blocks`}>
          {blocks.length > 1 ? duration(meanBlockTime(blocks)) : '–'}
        </Figure>
        <Figure
          name="Gas used"
          note={`${percent(integerOf(newest.gasUsed), integerOf(newest.gasLimit))} of the limit`}
        >
          {grouped(integerOf(newest.gasUsed))}
        </Figure>
        <Figure name="Minimum gas price">{gasPrice(integerOf(newest.minimumGasPrice))}</Figure>
        <NodeFigures head={newest} />
      </dl>
      <Curves blocks={blocks} />
      <Panel title="Latest blocks" aside={<a href="#/blocks">All blocks</a>}>
        <BlockTable blocks={blocks.slice(-12).reverse()} />
      </Panel>
    </>
  )
}

function meanBlockTime(blocks: readonly Block[]): number {
  const [first, last] = [blocks[0], blocks.at(-1)]
  return (numberOf(last?.timestamp) - numberOf(first?.timestamp)) / (blocks.length - 1)
}
