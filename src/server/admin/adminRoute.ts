import type { JsonText } from '../../rpc/json/jsonText.ts'
import type { StreamedJson } from '../../rpc/json/streamedJson.ts'
import type { ChangeableKeys } from '../keys/keyStore.ts'
import type { ExposedMetrics, ExposedSources } from '../metrics/exposedMetrics.ts'
import type { UsageStore } from '../usage/usageStore.ts'

/** The names of the settings that a reload has changed and of those that wait for a restart, or why it changed nothing. */
export type Reloaded =
  | { readonly changed: readonly string[]; readonly needRestart: readonly string[] }
  | { readonly problems: readonly string[] }

/** What the operator's requests are answered from. */
export interface AdminContext extends ExposedSources {
  readonly metrics: ExposedMetrics
  readonly history: Pick<UsageStore, 'add' | 'rows'>
  /** Undefined when clients need no key. */
  readonly keys: ChangeableKeys | undefined
  /** Reads the settings again; undefined for a service that cannot. */
  readonly reload?: (() => Reloaded) | undefined
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

/** Members of the JSON that are undefined are left out. Long answers are written as the operator reads them. */
export type AdminAnswer = { readonly json: unknown } | WrittenAnswer

export interface WrittenAnswer {
  readonly written: JsonText | StreamedJson
  /** By default the text is JSON. */
  readonly contentType?: string
}

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
