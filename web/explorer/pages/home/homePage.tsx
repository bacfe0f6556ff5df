import { useEffect } from 'preact/hooks'
import { gasPrice, grouped, integerOf, numberOf, percent, scaled } from '../../../shared/format/quantity.ts'
import { duration } from '../../../shared/format/time.ts'
import { Age } from '../../../shared/parts/age.tsx'
import { Figure } from '../../../shared/parts/facts.tsx'
import { BlockLink } from '../../../shared/parts/links.tsx'
import { Waiting } from '../../../shared/parts/notices.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { networkTitle } from '../../network.ts'
import { ChainState } from './chainState.tsx'
import { Curves } from './curves.tsx'
import { LatestBlocks } from './latestBlocks.tsx'
import { LatestTransactions } from './latestTransactions.tsx'
import { type NodeFacts, useNodeFacts } from './nodeFacts.ts'
import { loadRecentBlocks, recentBlocks } from './recentBlocks.ts'

export function HomePage() {
  const newest = head.value
  const node = useNodeFacts(newest)
  useEffect(() => {
    if (newest !== undefined) loadRecentBlocks(newest).catch(() => {})
  }, [newest])
  if (newest === undefined) return <Waiting what="Asking the node for its best block" />
  const blocks = recentBlocks.value
  return (
    <>
      <h1>{networkTitle()}</h1>
      <ChainState head={newest} node={node} />
      <dl class="figures">
        <Figure name="Best block" note={<Age timestamp={numberOf(newest.timestamp)} />}>
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
        <NodeFigures node={node} />
      </dl>
      <div class="feeds">
        <LatestBlocks />
        <LatestTransactions />
      </div>
      <Curves blocks={blocks} />
    </>
  )
}

/** Rendered before the node answers, so that nothing below moves then. */
const NodeFigures = ({ node }: { readonly node: NodeFacts | undefined }) => (
  <>
    <Figure name="Pending" note={`${grouped(numberOf(node?.pool?.queued))} queued`}>
      {node?.pool === undefined ? '–' : <a href="#/pending">{grouped(numberOf(node.pool.pending))}</a>}
    </Figure>
    <Figure name="Hash rate">{node?.hashRate === undefined ? '–' : scaled(node.hashRate, 'H/s')}</Figure>
    <Figure name="Peers">{node?.peers === undefined ? '–' : grouped(numberOf(node.peers))}</Figure>
  </>
)

function meanBlockTime(blocks: readonly Block[]): number {
  const [first, last] = [blocks[0], blocks.at(-1)]
  return (numberOf(last?.timestamp) - numberOf(first?.timestamp)) / (blocks.length - 1)
}
