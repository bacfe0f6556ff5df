import { constants, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openChain } from '../../chain/openChain.ts'
import { EngineStore } from '../../store/engineStore.ts'
import type { Store } from '../../store/store.ts'
import { TraceError } from '../output/traceError.ts'
import { runTrace } from '../run/runTrace.ts'
import { JobControl } from './jobControl.ts'
import type { JobMessage, StoreSource, WorkerMessage, WorkerOptions } from './messages.ts'
import { decodePendingBlock } from './pendingBlock.ts'
import { RemoteEngine } from './remoteReading.ts'

/* The program of the thread that makes traces, one job after the other. */

/** Traces run beside the node, whose own cache is what must be large. */
const nodeCacheBytes = 16 << 20

/** Thrown through the trace when nobody wants it any more. */
class Stopped extends Error {}

letOthersGoFirst()

const setup: WorkerOptions = workerData
const { network } = setup
const store = await openSource(setup.source)
const chain = openChain({ store, network, clock: () => Date.now() / 1000 }, { nodeCacheBytes })

parentPort?.on('message', (message: JobMessage) => tell(endingOf(message)))

/** On Linux a priority is that of a thread; elsewhere the whole process would step back. */
function letOthersGoFirst(): void {
  if (platform() !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Where that is forbidden, traces are made all the same.
  }
}

async function openSource(source: StoreSource): Promise<Store> {
  if (source.kind === 'memory') return new EngineStore(new RemoteEngine(source.port, source.answered))
  const { openStore } = await import('../../store/openStore.ts')
  return openStore({ path: source.path, ...source.stamp, readOnly: true })
}

function endingOf({ job, pending, control: shared }: JobMessage): WorkerMessage {
  const control = new JobControl(shared)
  const write = (piece: string): void => {
    if (!control.spend()) throw new Stopped()
    tell(piece)
  }
  try {
    const context = {
      chain,
      ...(pending && { pending: decodePendingBlock(pending, network) }),
      shouldStop: () => control.isStopped,
      maximumLength: setup.maximumLength,
      maximumBlocks: setup.maximumBlocks,
    }
    // One state of the store for the whole job, and the newest.
    store.snapshot(() => runTrace(job, context, write))
    return { ending: 'complete' }
  } catch (error) {
    if (error instanceof Stopped || control.isStopped) return { ending: 'stopped' }
    if (!(error instanceof TraceError)) return { ending: 'failed', error }
    return { ending: 'refused', code: error.code, message: error.message }
  }
}

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}
