import { parentPort } from 'node:worker_threads'
import { belowNormal, lowerPriority } from '../../primitives/lowerPriority.ts'
import type { Piece } from '../json/piece.ts'
import { ethFilterNews } from '../modules/eth/filterNews.ts'
import { ethFilterTail } from '../modules/eth/filterTail.ts'
import { fleetMethods } from '../modules/fleet/fleetMethods.ts'
import { methods } from '../modules/methods.ts'
import { JobControl } from '../readers/jobControl.ts'
import type { EndMessage, MessageFromReader, MessageToReader, ReadMessage } from '../readers/messages.ts'
import { Registry } from '../registry/registry.ts'
import { OpenableReading } from './openableReading.ts'

/* The program of a reader's thread, which answers one call at a time. */

lowerPriority(belowNormal)

const registry = new Registry(methods, { internal: [ethFilterNews, ethFilterTail, ...fleetMethods] })
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
    send(reading.answer(message, new JobControl(message.control), send))
  } catch (error) {
    send({ ending: 'failed', error, work: { gas: 0, logs: 0, threadMs: 0 }, logged: [] })
  }
}

/** Bytes are handed over, not copied. */
function send(message: MessageFromReader): void {
  const piece = message instanceof Uint8Array ? message : restOf(message)
  const memory = piece instanceof Uint8Array ? piece.buffer : undefined
  parentPort?.postMessage(message, memory instanceof ArrayBuffer ? [memory] : [])
}

const restOf = (message: EndMessage): Piece | undefined =>
  message.ending === 'complete' ? message.rest : undefined
