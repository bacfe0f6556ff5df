import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { memoryStore } from './memory/memoryStore.ts'
import { answerCounter, answerFrom } from './remoteReading.ts'

const key = Uint8Array.of(1)

function openPair() {
  const { port1, port2 } = new MessageChannel()
  const answered = answerCounter()
  const store = memoryStore()
  store.write((batch) => batch.put('meta', key, Uint8Array.of(7)))
  answerFrom(store, port1, answered)
  return { store, port: port2, count: () => new Int32Array(answered)[0] }
}

describe('a store that is read from another thread', () => {
  it('answers with the stored value and counts the answer', async () => {
    const { port, count } = openPair()
    port.postMessage({ ask: 'get', table: 'meta', key })
    expect(await once(port, 'message')).toEqual([Uint8Array.of(7)])
    expect(count()).toBe(1)
    port.close()
  })

  it('wakes the reader and closes the port when the store is closed', async () => {
    const { store, port, count } = openPair()
    store.close()
    port.postMessage({ ask: 'get', table: 'meta', key })
    await once(port, 'close')
    expect(count()).toBe(1)
  })
})
