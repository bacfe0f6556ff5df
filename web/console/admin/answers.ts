/* The answers of the admin API that the console shows; docs/admin.md describes them. */

export interface NetworkState {
  readonly name: string
  readonly head: number
  readonly pendingTransactions: number
  readonly queuedTransactions: number
  /** Undefined while peering is off. */
  readonly peers?: number
  readonly ready: boolean
  readonly reasons: readonly string[]
  /** Absent when the data is in memory. */
  readonly dataBytes?: number
  readonly freeBytes?: number
  readonly sync?: {
    readonly highest: number
    readonly blocksPerSecond: number
    readonly secondsLeft?: number
  }
}

export interface Overview {
  readonly access: 'open' | 'keys'
  readonly process: {
    readonly uptimeSeconds: number
    readonly residentBytes: number
    readonly heapBytes: number
    readonly processorSeconds: number
    readonly eventLoopBusySeconds: number
  }
  readonly connections: {
    readonly webSockets: number
    readonly subscriptions: number
    readonly dropped: number
    readonly cutOffAnswers: number
  }
  readonly threads: {
    readonly threads: number
    readonly busy: number
    readonly waiting: number
    readonly started: number
    readonly refused: number
    readonly crashed: number
    readonly waitedMs: number
  } | null
  readonly networks: readonly NetworkState[]
}

export interface Minute {
  readonly minute: number
  readonly calls: number
  readonly errors: number
  readonly refusals: number
  readonly bytes: number
  readonly p50Ms: number | null
  readonly p99Ms: number | null
}

export interface Methods {
  readonly methods: readonly {
    readonly network: string
    readonly method: string
    readonly calls: number
    readonly meanMs: number
    readonly p50Ms: number
    readonly p99Ms: number
  }[]
  readonly errors: readonly { readonly network: string; readonly code: number; readonly count: number }[]
  readonly refusals: readonly { readonly status: number; readonly count: number }[]
}

export interface Key {
  readonly id: string
  readonly label: string
  readonly createdAt: number
  readonly isLive: boolean
  readonly revokedAt?: number
  readonly expiresAt?: number
  readonly retiredUntil?: number
  readonly networks?: readonly string[]
  readonly methods?: readonly string[]
  readonly origins?: readonly string[]
  readonly rate?: { readonly unitsPerSecond: number; readonly burst: number }
  readonly dailyUnits?: number
  readonly errors?: string
}

export interface IssuedKey {
  readonly key: Key
  readonly text: string
}

export interface Usage {
  /** ISO; absent for the total. */
  readonly time?: string
  readonly key?: string
  readonly network?: string
  readonly method?: string
  readonly units: number
  readonly calls: number
  readonly errors: number
  readonly gas: number
  readonly logs: number
  readonly bytes: number
}
