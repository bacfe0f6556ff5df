import type { Json } from '../../rpc/json/json.ts'
import type { ReaderStatus } from '../../service/readers/readerPool.ts'
import type { ChangeableKeys } from '../keys/keyStore.ts'
import type { SharedHealth } from '../keys/sharedHealth.ts'
import type { LineFileStatus } from '../log/lineFile.ts'
import type { ExposedMetrics } from '../metrics/exposedMetrics.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'
import type { UsageStore } from '../usage/usageStore.ts'

/** What the operator's requests are answered from. */
export interface AdminContext {
  readonly networks: readonly HostedNetwork[]
  readonly metrics: ExposedMetrics
  readonly history: Pick<UsageStore, 'add' | 'rows'>
  /** Undefined when clients need no key. */
  readonly keys: ChangeableKeys | undefined
  /** Undefined when all calls run in one thread. */
  readonly readers: (() => ReaderStatus) | undefined
  /** Undefined when requests are not logged. */
  readonly accessLines?: (() => LineFileStatus) | undefined
  /** Undefined for a process that shares no state with others. */
  readonly shared: (() => SharedHealth) | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
}

export interface AdminRequest {
  /** The parts of the path that the route names, decoded. */
  readonly path: { readonly [name: string]: string }
  readonly query: URLSearchParams
  /** Undefined for a request without a body. */
  readonly body: unknown
}

export type AdminAnswer = { readonly json: Json } | { readonly csv: string }

/** A parameter in the query of a GET, or a member of the body of another request. */
export interface AdminParameter {
  readonly name: string
  readonly summary: string
}

/** One request of the admin API. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** `:name` stands for one part. */
  readonly path: string
  readonly summary: string
  readonly parameters: readonly AdminParameter[]
  answer(request: AdminRequest, context: AdminContext): AdminAnswer | Promise<AdminAnswer>
}

/** Answered with its status and its message. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Numbers, texts and nested objects of them as JSON; members that are undefined are left out. */
export function plainJson(value: object): { [member: string]: Json } {
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, given]: [string, unknown]): [string, Json][] => {
      if (typeof given === 'object' && given !== null && !Array.isArray(given))
        return [[member, plainJson(given)]]
      const json = leaf(given)
      return json === undefined ? [] : [[member, json]]
    }),
  )
}

function leaf(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.flatMap((item: unknown) => leaf(item) ?? [])
  return undefined
}
