import { openChain } from '../../chain/openChain.ts'
import type { Registry } from '../../rpc/registry/registry.ts'
import { EngineStore } from '../../store/engineStore.ts'
import { RemoteEngine } from '../../store/remoteReading.ts'
import type { Store } from '../../store/store.ts'
import type { OpenMessage, StoreSource } from '../readers/messages.ts'
import { Reading } from './reading.ts'

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
    const { source, cacheBytes, ...message } = this.#message
    const { network } = message
    const store = await openSource(source)
    const chain = openChain({ store, network, clock: () => Date.now() / 1000 }, { memory: { cacheBytes } })
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
