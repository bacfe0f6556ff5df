import type { Chain } from '../../chain/chain.ts'
import type { Peering } from '../../peers/network/peering.ts'
import type { SnapshotProgress } from '../../peers/snap/snapshotProgress.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { type NamedWork, stagesOf, WorkPace, type WorkStep } from '../../primitives/work/workProgress.ts'
import type { CallIndexing } from './callIndexing.ts'
import type { Pruning } from './pruning.ts'

interface WorkingParts {
  readonly chain: Pick<Chain, 'start'>
  readonly peers: Pick<Peering, 'progress' | 'isBackfilling'> | undefined
  readonly callIndexing: Pick<CallIndexing, 'coverage'> | undefined
  readonly pruning: Pick<Pruning, 'step'> | undefined
}

/** What a node does that takes minutes or days. Paces are kept between two looks. */
export class LongWork {
  readonly #paces = new Map<string, WorkPace>()
  readonly #now: () => number

  /** `now` is in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The work that is under way. */
  of(parts: WorkingParts): readonly NamedWork[] {
    const steps = stepsOf(parts)
    for (const work of this.#paces.keys()) if (!steps.has(work)) this.#paces.delete(work)
    return Array.from(steps, ([work, step]) => {
      const pace = getOrCreate(this.#paces, work, () => new WorkPace(this.#now))
      return { work, progress: pace.progress(step) }
    })
  }
}

/** By the names that metrics have for the work. */
function stepsOf({ chain, peers, callIndexing, pruning }: WorkingParts): ReadonlyMap<string, WorkStep> {
  const steps = new Map<string, WorkStep>()
  const progress = peers?.progress
  if (progress?.snapshot !== undefined && progress.peers > 0) {
    const { block, halted } = progress.snapshot
    if (block !== undefined && halted === undefined)
      steps.set('snapshot', snapshotStep(progress.snapshot, block))
  } else if (progress !== undefined && progress.halted === undefined && progress.highest > progress.current)
    steps.set('sync', { what: 'blocks', done: progress.current, total: progress.highest })
  const { start } = chain
  if (start !== undefined && peers?.isBackfilling)
    steps.set('backfill', {
      what: 'older blocks fetched',
      done: start.number - start.lowest,
      total: start.number - 1,
    })
  const coverage = callIndexing?.coverage
  if (coverage !== undefined && coverage.filled < coverage.since) {
    const { from, filled, since } = coverage
    steps.set('calls', {
      what: 'older blocks with their calls recorded',
      done: filled - from + 1,
      total: since - from + 1,
    })
  }
  const removal = pruning?.step
  if (removal !== undefined) steps.set('prune', removal)
  return steps
}

/** Headers and state come at the same time, so the slower of them counts; then come some thousand blocks. */
const snapshotStages = stagesOf([19, 1])
/** Blocks below a snapshot that later rules read. */
const blocksBelow = 6_000

function snapshotStep(snapshot: SnapshotProgress, block: number): WorkStep {
  const { stateBytes, fetchedBytes, headersLeft, blocksLeft } = snapshot
  const [both, blocks] = snapshotStages
  const headersPart = 1 - headersLeft / Math.max(1, block)
  const statePart = stateBytes === 0 ? 0 : fetchedBytes / stateBytes
  if (statePart === 1 && headersPart === 1) {
    const done = Math.max(0, Math.min(blocksBelow, block) - blocksLeft)
    const total = done + blocksLeft
    return { what: 'blocks below the state fetched', done, total, part: blocks!(done / Math.max(1, total)) }
  }
  if (headersPart < statePart)
    return {
      what: `headers below block ${block} verified`,
      done: block - headersLeft,
      total: block,
      part: both!(headersPart),
    }
  return {
    what: `of the state of block ${block}`,
    done: fetchedBytes,
    total: stateBytes,
    part: both!(statePart),
    isBytes: true,
  }
}
