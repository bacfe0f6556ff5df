import { openChain } from '../../chain/openChain.ts'
import { belowNormal, lowerPriority } from '../../primitives/threads/lowerPriority.ts'
import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import { fleetMethods } from '../../rpc/modules/fleet/fleetMethods.ts'
import { methods } from '../../rpc/modules/methods.ts'
import { Registry } from '../../rpc/registry/registry.ts'
import { EngineStore } from '../../store/engineStore.ts'
import { RemoteEngine } from '../../store/remoteReading.ts'
import type { Store } from '../../store/store.ts'
import { ethFilterNews } from '../filters/filterNews.ts'
import { ethFilterTail } from '../filters/filterTail.ts'
import { JobControl } from '../readers/jobControl.ts'
import { PieceMemory } from '../readers/pieceMemory.ts'
import type { OpenedNetwork, ReaderFunctions, SentPiece, StoreSource } from '../readers/readerFunctions.ts'
import { Reading } from './reading.ts'

/* The program of a reader's thread, which answers one call at a time. */

lowerPriority(belowNormal)

const side = new ThreadSide<ReaderFunctions, SentPiece, SharedArrayBuffer>()
const registry = new Registry(methods, { internal: [ethFilterNews, ethFilterTail, ...fleetMethods] })
const memory = new PieceMemory(side.data)
const offered = new Map<number, OpenedNetwork>()
const opened = new Map<number, Reading>()

side.offer({
  open: (network) => void offered.set(network.id, network),
  close(id) {
    opened.get(id)?.close()
    opened.delete(id)
    offered.delete(id)
  },
  async read(call) {
    const reading = opened.get(call.network) ?? (await openReading(offered.get(call.network)!))
    return reading.answer(call, new JobControl(call.control), { memory, send })
  },
})

/** A network is opened with its first call; a failure is tried again with the next. */
async function openReading({ id, source, cacheBytes, ...rest }: OpenedNetwork): Promise<Reading> {
  const store = await openSource(source)
  const { network } = rest
  const chain = openChain({ store, network, clock: () => Date.now() / 1000 }, { memory: { cacheBytes } })
  const reading = new Reading({ ...rest, store, chain, registry })
  opened.set(id, reading)
  return reading
}

async function openSource(source: StoreSource): Promise<Store> {
  if (source.kind === 'memory') return new EngineStore(new RemoteEngine(source.port, source.answered))
  const { openStore } = await import('../../store/openStore.ts')
  return openStore({ path: source.path, ...source.stamp, readOnly: true })
}

/** Bytes outside the shared memory are handed over, not copied. */
function send(piece: SentPiece): void {
  side.tell(piece, piece instanceof Uint8Array && piece.buffer instanceof ArrayBuffer ? [piece.buffer] : [])
}
