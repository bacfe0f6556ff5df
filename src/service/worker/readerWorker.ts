import { openChain } from '../../chain/openChain.ts'
import type { StoreFolder } from '../../node/node.ts'
import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import { fleetMethods } from '../../rpc/modules/fleet/fleetMethods.ts'
import { methods } from '../../rpc/modules/methods.ts'
import { Registry } from '../../rpc/registry/registry.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { addToReplica } from '../../store/memory/replica.ts'
import type { Store } from '../../store/store.ts'
import { ethFilterNews } from '../filters/filterNews.ts'
import { JobControl } from '../readers/jobControl.ts'
import { PieceMemory } from '../readers/pieceMemory.ts'
import type { OpenedNetwork, ReaderFunctions, SentPiece } from '../readers/readerFunctions.ts'
import { Reading } from './reading.ts'

/* The program of a reader thread, which answers one call at a time. */

const side = new ThreadSide<ReaderFunctions, SentPiece, SharedArrayBuffer>()
const registry = new Registry(methods, { internal: [ethFilterNews, ...fleetMethods] })
const memory = new PieceMemory(side.data)
const offered = new Map<number, OpenedNetwork>()
const opened = new Map<number, Reading>()
/** Copies of stores in memory. */
const replicas = new Map<number, Store>()

side.offer({
  open(network) {
    offered.set(network.id, network)
    if (network.folder === undefined) replicas.set(network.id, memoryStore())
  },
  change: ({ id, packed }) => addToReplica(replicas.get(id)!, packed),
  close(id) {
    opened.get(id)?.close()
    opened.delete(id)
    replicas.delete(id)
    offered.delete(id)
  },
  async read(call) {
    const reading = opened.get(call.network) ?? (await openReading(offered.get(call.network)!))
    return reading.answer(call, new JobControl(call.control), { memory, send })
  },
})

/** Opens a network for its first call; after a failure the next call tries again. */
async function openReading({ id, folder, cacheBytes, ...rest }: OpenedNetwork): Promise<Reading> {
  const store = folder === undefined ? replicas.get(id)! : await openFolder(folder)
  const { network } = rest
  const chain = openChain({ store, network, clock: () => Date.now() / 1000 }, { memory: { cacheBytes } })
  const reading = new Reading({ ...rest, store, chain, registry })
  opened.set(id, reading)
  return reading
}

async function openFolder({ path, stamp, followsWriter = false }: StoreFolder): Promise<Store> {
  const { openStore } = await import('../../store/openStore.ts')
  return openStore({ path, ...stamp, readOnly: true, followsWriter, isSecondReader: true })
}

/** Buffers outside the shared memory are transferred, not copied. */
function send(piece: SentPiece): void {
  side.tell(piece, piece instanceof Uint8Array && piece.buffer instanceof ArrayBuffer ? [piece.buffer] : [])
}
