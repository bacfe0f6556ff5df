import { hash, timingSafeEqual } from 'node:crypto'
import { clientHeader, errorsHeader, secretHeader } from '../../remote/fleetHeaders.ts'
import type { Caller, GatewayClient } from '../keys/authority.ts'
import type { RequestHead } from './requestHead.ts'

const described = /^(key|guest):([\w.:%-]{1,100})$/
/** The gateway itself, which asks for its own purposes. */
const gateway: GatewayClient = { name: 'gateway', hasKey: true, errors: undefined }
/** A client whose name is malformed has no rights of its own. */
const unnamed: GatewayClient = { name: 'unnamed', hasKey: false, errors: undefined }
const noSecret = new Uint8Array(32)

const hashOf = (text: string): Uint8Array => hash('sha256', text, 'buffer')

/** Recognises the requests of gateways by the secret that nodes and gateways share. */
export class FleetEntrance {
  readonly #secretHash: Uint8Array

  constructor(secret: string) {
    this.#secretHash = hashOf(secret)
  }

  /** The client of a gateway; undefined for the request of any other client, whatever else its headers say. */
  callerOf(head: RequestHead): Caller | undefined {
    const given = head.headers[secretHeader]
    if (typeof given !== 'string') return undefined
    // Hashes have one length and are compared in constant time.
    if (!timingSafeEqual(hashOf(given), this.#secretHash)) return undefined
    const gatewayClient = clientIn(head)
    return { name: gatewayClient.name, key: undefined, secretHash: noSecret, gatewayClient }
  }
}

function clientIn({ headers }: RequestHead): GatewayClient {
  const client = headers[clientHeader]
  if (client === undefined) return gateway
  const [, kind, name] = (typeof client === 'string' && described.exec(client)) || []
  if (name === undefined) return unnamed
  const errors = headers[errorsHeader]
  return {
    name,
    hasKey: kind === 'key',
    errors: errors === 'rootstock' || errors === 'ethereum' ? errors : undefined,
  }
}
