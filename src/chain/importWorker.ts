import { DecodeError } from '../primitives/errors.ts'
import { lowerPriority, slightlyBelowNormal } from '../primitives/threads/lowerPriority.ts'
import { ThreadSide } from '../primitives/threads/threadSide.ts'
import { decodeVerifiedBlock } from '../protocol/block.ts'
import { openStore } from '../store/openStore.ts'
import { threadGroups } from './importing/group.ts'
import type { ImportOutcome } from './importing/outcome.ts'
import { openChain } from './openChain.ts'
import { tell } from './preparing/findings.ts'
import type { StoredBlock } from './storage/storedBlock.ts'
import {
  type BlockJob,
  type ImportFunctions,
  type ImportNews,
  type JobOutcome,
  type SavedBlock,
  type SavedEvent,
  type ThreadStart,
  turns,
} from './thread/importFunctions.ts'

/* The program of the thread that imports the blocks of a chain that catches up. It writes the folder in turns with the
 * main thread, which opened it. */

/** Interval of checking whether the group is due to be saved. */
const dueMs = 250
/** Blocks that are executed within this time share a turn of the event loop. */
const sliceMs = 5
/** Outcomes within this time share a message, because every message wakes the main thread. */
const outcomesMs = 5

lowerPriority(slightlyBelowNormal)
const side = new ThreadSide<ImportFunctions, ImportNews, ThreadStart>()
const { options, turn } = side.data
const { path, stamp, network, flush, memory, keepsEveryState, recordsCalls } = options
const onMergeFailure = (error: unknown): void => side.tell({ kind: 'unmerged', error })
const store = openStore({ path, ...stamp, flush, isSecondWriter: true, runs: { onMergeFailure } })
let nowSeconds = 0
const chain = openChain(
  { store, network, clock: () => nowSeconds },
  {
    memory: { cacheBytes: memory.cacheBytes },
    keepsEveryState,
    recordsCalls,
    groupLimits: { ...threadGroups, bytes: memory.groupBytes },
  },
)
const events: SavedEvent[] = []
chain.on('block', (block) => events.push({ kind: 'block', block: savedBlock(block) }))
chain.on('side', (block) => events.push({ kind: 'side', block: savedBlock(block) }))
chain.on('reorg', ({ commonAncestor, abandoned, adopted }) =>
  events.push({
    kind: 'reorg',
    commonAncestor: commonAncestor.hash,
    abandoned: abandoned.map(({ hash }) => hash),
    adopted: adopted.map(savedBlock),
  }),
)

interface BlockTask {
  readonly job: BlockJob
  readonly nowSeconds: number
}
/** A block, or the end of a save. */
type Task = BlockTask | (() => void)
let tasks: Task[] = []
let isScheduled = false
const outcomes: JobOutcome[] = []
let outcomesSentAt = 0

setInterval(() => attempt(() => chain.saveGroupIfDue()), dueMs).unref()
side.offer({
  opened() {},
  import({ jobs, nowSeconds: now }) {
    for (const job of jobs) add({ job, nowSeconds: now })
  },
  save: () => new Promise((resolve) => add(resolve)),
  giveTurn() {
    sendOutcomes()
    attempt(() => chain.saveGroup())
    // After the answer.
    queueMicrotask(waitForTurn)
    return true
  },
})

function add(task: Task): void {
  tasks.push(task)
  schedule()
}

/** A few tasks in each turn of the event loop, so that the main thread can ask for its turn between two blocks. */
function schedule(): void {
  if (isScheduled || tasks.length === 0) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    const start = performance.now()
    do runNext()
    while (tasks.length > 0 && performance.now() - start < sliceMs)
    schedule()
  })
}

function runNext(): void {
  const task = tasks.shift()
  if (typeof task === 'function') {
    sendOutcomes()
    attempt(() => chain.saveGroup())
    task()
  } else if (task !== undefined) attempt(() => importBlock(task))
}

function importBlock({ job, nowSeconds: now }: BlockTask): void {
  nowSeconds = now
  const outcome = outcomeOf(job)
  outcomes.push({ id: job.id, outcome })
  if (tasks.length === 0 || performance.now() - outcomesSentAt >= outcomesMs) sendOutcomes()
}

function sendOutcomes(): void {
  outcomesSentAt = performance.now()
  if (outcomes.length > 0) side.tell({ kind: 'outcomes', outcomes: outcomes.splice(0) })
}

function outcomeOf({ rlp, hashes, checkedRules, findings }: BlockJob): ImportOutcome {
  try {
    const block = decodeVerifiedBlock(rlp, network, 'block', hashes)
    if (findings) tell(block.transactions, findings)
    return chain.importInGroup(block, checkedRules)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new Error(`the main thread decoded a block that this one does not: ${error.message}`)
  }
}

function waitForTurn(): void {
  Atomics.wait(turn, 0, turns.main)
  // From here on the thread sees what the main thread has written.
  store.snapshot(() => {})
}

/** Does some work and reports to the main thread what it saved, or its failure. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    tasks = tasks.filter((task) => typeof task === 'function')
    sendOutcomes()
    side.tell({ kind: 'failed', error })
  }
  if (events.length === 0) return
  // The main thread gets the outcome of a block before its save.
  sendOutcomes()
  side.tell({ kind: 'saved', events: events.splice(0) })
}

function savedBlock({ hash, record }: StoredBlock): SavedBlock {
  const { totalDifficulty, stateRoot } = record
  return { hash, totalDifficulty, stateRoot }
}
