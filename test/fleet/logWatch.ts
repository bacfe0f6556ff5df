import { WebSocket } from 'ws'

/** A log as clients get it. */
export interface ToldLog {
  readonly blockHash: string
  readonly logIndex: string
  readonly topics: readonly string[]
  readonly removed: boolean
}

const nameOf = ({ blockHash, logIndex }: ToldLog): string => `${blockHash} ${logIndex}`

/** The logs that a client knows, and the mistakes in their delivery. */
export class LogWatch {
  /** By block and position. */
  readonly #known = new Map<string, ToldLog>()
  /** Logs that were delivered twice, or removed without having been delivered. */
  readonly wrong: string[] = []

  take(logs: readonly ToldLog[]): void {
    for (const log of logs) {
      const name = nameOf(log)
      if (log.removed !== this.#known.has(name)) this.wrong.push(`${name} removed: ${log.removed}`)
      if (log.removed) this.#known.delete(name)
      else this.#known.set(name, log)
    }
  }

  get names(): string[] {
    return [...this.#known.keys()].toSorted()
  }

  static namesOf(logs: readonly ToldLog[]): string[] {
    return logs.map(nameOf).toSorted()
  }
}

/** Passes the deliveries of a subscription to the watch. Returns the function that ends it. */
export async function subscribeToLogs(url: string, address: string, watch: LogWatch): Promise<() => void> {
  const socket = new WebSocket(url.replace('http', 'ws'))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', { address }] }),
      ),
    )
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString())
      if (message.id === 1) resolve()
      else watch.take([message.params.result])
    })
  })
  return () => socket.terminate()
}
