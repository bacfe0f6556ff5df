import type { Json } from '../json/json.ts'

/** The description of a service's own methods. */
export interface ServiceDescription {
  /** Names of the modules that answer. */
  readonly modules: readonly string[]
  /** The methods that answer, as an OpenRPC document. */
  openRpc(clientVersion: string): Json
}
