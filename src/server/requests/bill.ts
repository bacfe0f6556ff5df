import type { Work } from '../../rpc/budget/workMeter.ts'
import {
  minimumCost,
  unitsOf,
  unitsOfBody,
  unitsOfCall,
  unitsOfCompression,
  unitsOfFrames,
} from '../../rpc/budget/workPrices.ts'
import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'
import type { ReadBody } from '../../rpc/envelope/envelope.ts'
import { notificationMethod } from '../../rpc/method/subscribing.ts'
import type { Allowance } from '../limits/allowance.ts'
import { limitHeaders } from '../limits/limitHeaders.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import type { AccessEntry } from '../log/accessLog.ts'
import type { ExposedMetrics } from '../metrics/exposedMetrics.ts'
import type { Refusal } from '../refusals/refusals.ts'
import { guests, type UsageStore } from '../usage/usageStore.ts'
import type { ClientSession } from './clientSession.ts'
import { longBody } from './longBodies.ts'

/** Where payments are counted. */
export interface LedgerParts {
  /** Undefined for a server that only its own machine can reach. */
  readonly allowance: Allowance | undefined
  /** Undefined for a server without an admin address, whose metrics are never read. */
  readonly metrics: Pick<ExposedMetrics, 'called' | 'charged'> | undefined
  /** Gets the work of calls, by which owners take turns. */
  readonly turns: Pick<SocketTurns, 'spent'>
  /** Undefined for a server without an admin address, whose history is never read. */
  readonly history?: Pick<UsageStore, 'add'> | undefined
}

/** The units of a request, in its answer; with `+` where the answer is sent while it is made, and may cost more. */
const costHeader = 'x-cambium-cost'
const noHeaders: readonly string[] = []
const noWork: Work = { units: 0, gas: 0, logs: 0, bytes: 0 }

/** Frames of a WebSocket that have begun. */
export interface BegunFrames {
  /** Length of the message that the latest frame belongs to. */
  readonly announced: number
  /** Whether that message goes on. */
  readonly isIncomplete: boolean
  /** All fragments, pings and pongs of the connection. */
  readonly parts: number
}

/**
 * What one request costs, or one connection beside its messages, and the only place where it is summed (docs/prices.md):
 *
 * 1. its bytes, before they are received: the least, and more for long bodies;
 * 2. its methods, before they run: what they cost at least, without the least that was paid with the bytes;
 * 3. each call, when it is answered: its work if that is more than its method costs at least, without what was paid for it;
 * 4. compressing the answer.
 *
 * A client that cannot pay 1 and 2 is refused; what it has paid before stays paid. It may run into debt by 3 and 4, and by
 * notifications. When it owes as much as it may, the refusal says so: it gets nothing more for the same request or subscription.
 * A gateway's requests are counted only: it charges its own clients.
 */
export class Bill {
  readonly #client: Pick<ClientSession, 'network' | 'caller' | 'address'>
  readonly #parts: LedgerParts
  #ofBytes = minimumCost
  #ofCalls = 0
  /** What was paid for the message that is received, and for how many parts of messages. */
  #ofMessage = 0
  #paidParts = 0

  constructor(client: Pick<ClientSession, 'network' | 'caller' | 'address'>, parts: LedgerParts) {
    this.#client = client
    this.#parts = parts
  }

  payBytes(length: number): Refusal | undefined {
    this.#ofBytes = minimumCost + unitsOfBody(length)
    return this.#pay(this.#ofBytes, 0)
  }

  /** Pays for the bytes of a body of unknown length that were received so far. */
  payMoreBytes(received: number): Refusal | undefined {
    const paid = this.#ofBytes
    this.#ofBytes = minimumCost + unitsOfBody(received)
    return this.#pay(this.#ofBytes - paid, paid)
  }

  payCalls({ cost }: Pick<ReadBody, 'cost'>): Refusal | undefined {
    const units = cost - minimumCost
    const refusal = this.#pay(units, this.#ofBytes)
    if (refusal === undefined) this.#ofCalls += units
    return refusal
  }

  /** Pays for a long message when it begins, and for parts of messages; a short message is paid when it is served. */
  payFrames({ announced, isIncomplete, parts }: BegunFrames): Refusal | undefined {
    const ofMessage = announced > longBody ? unitsOfBody(announced) : 0
    const units = ofMessage - this.#ofMessage + unitsOfFrames(parts) - unitsOfFrames(this.#paidParts)
    this.#ofMessage = isIncomplete ? ofMessage : 0
    this.#paidParts = parts
    return this.#pay(units, 0)
  }

  /** A call has been answered. `entry` is the line of its request in the access log. */
  called(call: MeasuredCall, entry?: AccessEntry): Refusal | undefined {
    const { metrics, turns } = this.#parts
    const { method, floor, work, errorCode } = call
    metrics?.called(this.#client.network.name, call)
    const units = unitsOfCall(call)
    this.#ofCalls += units - floor
    turns.spent(units)
    entry?.called(units, work.bytes, errorCode)
    return this.#charge({ method, floor, work, errorCode }, units, 1)
  }

  /** The answer is compressed, which costs more than sending it. */
  compressed(bytes: number): void {
    const units = unitsOfCompression(bytes)
    this.#ofCalls += units
    if (units > 0 && !this.#isOfGateway)
      this.#parts.allowance?.charge(this.#spender, { units, work: noWork, calls: 0 })
  }

  /** A notification is sent to a subscriber. Nothing was paid for it before. */
  notified(bytes: number, entry: AccessEntry | undefined): Refusal | undefined {
    const work = { ...noWork, bytes }
    const units = Math.max(minimumCost, unitsOf(work))
    entry?.notified(units, bytes)
    return this.#charge({ method: notificationMethod, floor: 0, work, errorCode: undefined }, units, 0)
  }

  /** What the request has cost so far, and what its client may still spend. `more` follows the cost. */
  headers(more: '' | '+'): readonly string[] {
    if (this.#isOfGateway) return noHeaders
    return [costHeader, `${this.#ofBytes + this.#ofCalls}${more}`, ...this.limitHeaders]
  }

  /** What the client may still spend; a gateway sends its client its own. */
  get limitHeaders(): readonly string[] {
    const { allowance } = this.#parts
    return allowance === undefined || this.#isOfGateway
      ? noHeaders
      : limitHeaders(allowance.limitsOf(this.#spender))
  }

  get #isOfGateway(): boolean {
    return this.#client.caller.gatewayClient !== undefined
  }

  get #spender() {
    return { key: this.#client.caller.key, address: this.#client.address }
  }

  /** `paid` units have been paid for the same request. */
  #pay(units: number, paid: number): Refusal | undefined {
    if (units <= 0 || this.#isOfGateway) return undefined
    return this.#parts.allowance?.spend(this.#spender, units, paid)
  }

  #charge(
    { method, floor, work, errorCode }: Omit<MeasuredCall, 'ms'>,
    units: number,
    calls: number,
  ): Refusal | undefined {
    const { metrics, allowance, history } = this.#parts
    const {
      network: { name: network },
      caller: { key, gatewayClient },
    } = this.#client
    const hasKey = gatewayClient?.hasKey ?? key !== undefined
    metrics?.charged(network, { method, client: hasKey ? 'key' : 'guest', units, work })
    if (gatewayClient !== undefined) return undefined
    const errors = errorCode === undefined ? 0 : 1
    history?.add({ caller: key?.id ?? guests, network, method }, { ...work, units, calls, errors })
    return allowance?.charge(this.#spender, { units: units - floor, work, calls })
  }
}
