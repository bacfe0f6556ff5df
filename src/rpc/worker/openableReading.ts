import { openChain } from '../../chain/openChain.ts'
import { EngineStore } from '../../store/engineStore.ts'
import { RemoteEngine } from '../../store/remoteReading.ts'
import type { Store } from '../../store/store.ts'
import type { OpenMessage, StoreSource } from '../readers/messages.ts'
import type { Registry } from '../registry/registry.ts'
import { Reading } from './reading.ts'

/** Memory for what is read, by source. Pages of a folder are shared with the node; what is asked of it takes longer. */
const cacheBytes = { folder: 32 << 20, memory: 128 << 20 } as const

/** A network that is opened for reading with its first call; a failure is tried again with the next. */
export class OpenableReading {
  readonly #message: OpenMessage
  readonly #registry: Registry
  #reading: Reading | undefined

  constructor(message: OpenMessage, registry: Registry) {
    this.#message = message
    this.#registry = registry
  }

  async open(): Promise<Reading> {
    if (this.#reading !== undefined) return this.#reading
    const { source, ...message } = this.#message
    const { network } = message
    const store = await openSource(source)
    const chain = openChain(
      { store, network, clock: () => Date.now() / 1000 },
      { cacheBytes: cacheBytes[source.kind] },
    )
    this.#reading = new Reading({ ...message, store, chain, registry: this.#registry })
    return this.#reading
  }

  close(): void {
    this.#reading?.close()
  }
}

async function openSource(source: StoreSource): Promise<Store> {
  if (source.kind === 'memory') return new EngineStore(new RemoteEngine(source.port, source.answered))
  const { openStore } = await import('../../store/openStore.ts')
  return openStore({ path: source.path, ...source.stamp, readOnly: true })
}
