import { parentPort, workerData } from 'node:worker_threads'
import { belowNormal, lowerPriority } from '../../primitives/threads/lowerPriority.ts'
import { fleetMethods } from '../../rpc/modules/fleet/fleetMethods.ts'
import { methods } from '../../rpc/modules/methods.ts'
import { Registry } from '../../rpc/registry/registry.ts'
import { ethFilterNews } from '../filters/filterNews.ts'
import { ethFilterTail } from '../filters/filterTail.ts'
import { JobControl } from '../readers/jobControl.ts'
import type { MessageFromReader, MessageToReader, ReadMessage } from '../readers/messages.ts'
import { PieceMemory } from '../readers/pieceMemory.ts'
import { OpenableReading } from './openableReading.ts'

/* The program of a reader's thread, which answers one call at a time. */

lowerPriority(belowNormal)

const registry = new Registry(methods, { internal: [ethFilterNews, ethFilterTail, ...fleetMethods] })
const memory = new PieceMemory(workerData)
const networks = new Map<number, OpenableReading>()

parentPort?.on('message', (message: MessageToReader) => {
  switch (message.kind) {
    case 'open':
      networks.set(message.id, new OpenableReading(message, registry))
      return
    case 'close':
      networks.get(message.id)?.close()
      networks.delete(message.id)
      return
    case 'read':
      void answer(message)
  }
})

async function answer(message: ReadMessage): Promise<void> {
  try {
    const reading = await networks.get(message.network)!.open()
    send(reading.answer(message, new JobControl(message.control), { memory, send }))
  } catch (error) {
    send({ ending: 'failed', error, work: { gas: 0, logs: 0, threadMs: 0 }, logged: [] })
  }
}

/** Bytes outside the shared memory are handed over, not copied. */
function send(message: MessageFromReader): void {
  const piece = 'ending' in message ? message.ending === 'complete' && message.rest : message
  const owned = piece instanceof Uint8Array && piece.buffer instanceof ArrayBuffer ? [piece.buffer] : []
  parentPort?.postMessage(message, owned)
}
