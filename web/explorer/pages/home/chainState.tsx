import { useRef } from 'preact/hooks'
import { counted, grouped, numberOf } from '../../../shared/format/quantity.ts'
import { ago, duration } from '../../../shared/format/time.ts'
import type { Block } from '../../../shared/rpc/answers.ts'
import { now } from '../../../shared/time/now.ts'
import { isLocal, network } from '../../network.ts'
import type { NodeFacts, Syncing } from './nodeFacts.ts'
import { type Progress, remainingSeconds } from './syncRate.ts'

/** Public networks make a block about every 30 seconds; a node without one for this long has probably lost its peers. */
const staleSeconds = 600
/** Clocks of machines usually differ by up to this much. */
const toleratedLeadSeconds = 5

interface ChainStateProps {
  readonly head: Block
  /** Undefined before the node has answered. */
  readonly node: NodeFacts | undefined
}

/** A sentence about whether the page shows the present state of the network. */
export function ChainState({ head, node }: ChainStateProps) {
  const begun = useRef<Progress | undefined>(undefined)
  const timestamp = numberOf(head.timestamp)
  const age = Math.floor(now.value / 1000) - timestamp
  if (node?.syncing) return <p>{progressText(node.syncing, begun)}</p>
  if (isLocal()) return <LocalClock leadSeconds={-age} />
  const chainId = network.value?.chainId
  if (node === undefined || (chainId !== 30 && chainId !== 31)) return null
  if (age > staleSeconds) {
    return (
      <p class="warning" role="status">
        The best block was made {ago(timestamp, now.value)}: the node has received no newer one, and may not
        follow the network.
      </p>
    )
  }
  const company = node.peers === undefined ? '' : ` with ${counted(numberOf(node.peers), 'peer')}`
  return <p>The node follows the network{company}.</p>
}

function LocalClock({ leadSeconds }: { readonly leadSeconds: number }) {
  // Each block changes the lead, so a lead above a minute is shown in whole minutes.
  const shown = leadSeconds < 60 ? leadSeconds : Math.floor(leadSeconds / 60) * 60
  return leadSeconds > toleratedLeadSeconds ? (
    <p>The clock of this development chain is {duration(shown)} ahead of this computer’s.</p>
  ) : null
}

function progressText(
  { currentBlock, highestBlock }: Syncing,
  begun: { current: Progress | undefined },
): string {
  const [current, highest] = [numberOf(currentBlock), numberOf(highestBlock)]
  const progress = { block: current, atMs: now.value }
  begun.current ??= progress
  const remaining = remainingSeconds(begun.current, progress, highest)
  const left = remaining === undefined ? 'the rate is being measured' : `about ${duration(remaining)} left`
  return `The node is catching up: block ${grouped(current)} of ${grouped(highest)}, ${left}.`
}
