import { counted, integerOf, numberOf, percent } from '../../../shared/format/quantity.ts'
import { Age } from '../../../shared/parts/age.tsx'
import { Panel } from '../../../shared/parts/facts.tsx'
import { AddressLink, BlockLink } from '../../../shared/parts/links.tsx'
import { useSteady } from '../../../shared/parts/steady.ts'
import type { Block } from '../../../shared/rpc/answers.ts'
import { recentBlocks, sentTransactions } from './recentBlocks.ts'

const shownBlocks = 10

/** The newest blocks, each in a few words. */
export function LatestBlocks() {
  const { shown, place } = useSteady(recentBlocks.value)
  return (
    <Panel title="Latest blocks" aside={<a href="#/blocks">All blocks</a>}>
      <ol class="feed" {...place}>
        {shown
          .slice(-shownBlocks)
          .reverse()
          .map((block) => (
            <li key={block.hash}>
              <strong>
                <BlockLink value={integerOf(block.number)} />
              </strong>
              <Age timestamp={numberOf(block.timestamp)} />
              <span>
                {contentOf(block)} by <AddressLink value={block.miner} />
              </span>
            </li>
          ))}
      </ol>
    </Panel>
  )
}

function contentOf(block: Block): string {
  const { gasUsed, gasLimit, uncles } = block
  const sent = sentTransactions(block).length
  const count = sent === 0 ? 'No transactions' : counted(sent, 'transaction')
  const siblings = uncles.length === 0 ? '' : `, ${counted(uncles.length, 'uncle')}`
  return `${count}, ${percent(integerOf(gasUsed), integerOf(gasLimit))} of the gas${siblings},`
}
