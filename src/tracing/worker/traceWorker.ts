import { constants, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openChain } from '../../chain/openChain.ts'
import { EngineStore } from '../../store/engineStore.ts'
import type { Store } from '../../store/store.ts'
import { TraceError } from '../output/traceError.ts'
import { runTrace } from '../run/runTrace.ts'
import { JobControl } from './jobControl.ts'
import type { Ending, JobMessage, StoreSource, WorkerMessage, WorkerOptions } from './messages.ts'
import { decodePendingBlock } from './pendingBlock.ts'
import { RemoteEngine } from './remoteReading.ts'

/* The program of the thread that makes traces, one job at a time. */

/** Smaller than the cache of the node, which runs beside the traces. */
const nodeCacheBytes = 16 << 20

/** Ends a trace whose reader has left. */
class Stopped extends Error {}

lowerPriority()

const setup: WorkerOptions = workerData
const { network } = setup
const store = await openSource(setup.source)
const chain = openChain({ store, network, clock: () => Date.now() / 1000 }, { nodeCacheBytes })

parentPort?.on('message', (message: JobMessage) => run(message))

/** Only on Linux is a priority that of a thread; elsewhere it would affect the whole process. */
function lowerPriority(): void {
  if (platform() !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // The system does not allow it; traces run at normal priority.
  }
}

async function openSource(source: StoreSource): Promise<Store> {
  if (source.kind === 'memory') return new EngineStore(new RemoteEngine(source.port, source.answered))
  const { openStore } = await import('../../store/openStore.ts')
  return openStore({ path: source.path, ...source.stamp, readOnly: true })
}

function run(message: JobMessage): void {
  let gas = 0
  const ending = endingOf(message, (executed) => {
    gas += executed
  })
  send({ ...ending, gas })
}

function endingOf({ job, pending, control: shared }: JobMessage, onExecuted: (gas: number) => void): Ending {
  const control = new JobControl(shared)
  const write = (piece: string): void => {
    if (!control.spend()) throw new Stopped()
    send(piece)
  }
  try {
    const context = {
      chain,
      ...(pending && { pending: decodePendingBlock(pending, network) }),
      shouldStop: () => control.isStopped,
      maximumLength: setup.maximumLength,
      maximumBlocks: setup.maximumBlocks,
      onExecuted,
    }
    // The job reads the latest state of the store, and the same one until its end.
    store.snapshot(() => runTrace(job, context, write))
    return { ending: 'complete' }
  } catch (error) {
    if (error instanceof Stopped || control.isStopped) return { ending: 'stopped' }
    if (!(error instanceof TraceError)) return { ending: 'failed', error }
    return { ending: 'refused', code: error.code, message: error.message }
  }
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}
