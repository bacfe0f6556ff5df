import { type RequestTrace, traceHeaders } from './requestTrace.ts'

export type Headers = Readonly<Record<string, string>>

/* The headers between nodes, and between gateways and nodes. */

/** The header with the nodes that have forwarded a request, the first one first. */
export const hopsHeader = 'x-cambium-hops'
/** Anything else in the header was not written by a node. */
export const hopsForm = /^[0-9a-f]{16}(,[0-9a-f]{16})*$/

/** The secret of the fleet. */
export const secretHeader = 'x-cambium-fleet'
/** The client of the gateway: `key:ID` or `guest:ADDRESS`. */
export const clientHeader = 'x-cambium-client'
/** The error dialect that the client's key names. */
export const errorsHeader = 'x-cambium-errors'
/** The best block of the node when its answer left: `NUMBER,HASH`. */
export const headHeader = 'x-cambium-head'
/**
 * The work of each call of the body, in order: `units,gas,logs,errorCode` each, with semicolons between them. A node
 * reports it to its fleet, and for a request that has this header.
 */
export const workHeader = 'x-cambium-work'

/** The client of a request; undefined for a request of the gateway itself. */
export type AskingClient =
  | {
      readonly name: string
      readonly hasKey: boolean
      readonly errors: string | undefined
      /** The nodes that have forwarded the request, by which nodes notice a loop. */
      readonly hops: string | undefined
      readonly trace: RequestTrace | undefined
    }
  | undefined

const noHeaders: Headers = {}

/** Tells a node of the own fleet who asks. */
export function clientHeaders(client: AskingClient): Headers {
  if (client === undefined) return noHeaders
  const { name, hasKey, errors, hops, trace } = client
  const headers = traceHeaders(trace)
  headers[clientHeader] = `${hasKey ? 'key' : 'guest'}:${name}`
  if (errors !== undefined) headers[errorsHeader] = errors
  if (hops !== undefined && hopsForm.test(hops)) headers[hopsHeader] = hops
  return headers
}
