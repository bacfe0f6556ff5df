import type { Work } from '../../rpc/budget/workMeter.ts'
import { minimumCost, unitsOf, unitsOfCompression } from '../../rpc/budget/workPrices.ts'
import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'
import { notificationMethod } from '../../rpc/method/subscribing.ts'
import type { Allowance } from '../limits/allowance.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import type { AccessEntry } from '../log/accessLog.ts'
import type { ExposedMetrics } from '../metrics/exposedMetrics.ts'
import type { Refusal } from '../refusals/refusals.ts'
import { guests, type UsageStore } from '../usage/usageStore.ts'
import type { ClientSession } from './clientSession.ts'

export interface BillingParts {
  /** Undefined for a server that only its own machine can reach. */
  readonly allowance: Pick<Allowance, 'charge'> | undefined
  /** Undefined for a server without an admin address, whose metrics are never read. */
  readonly metrics: Pick<ExposedMetrics, 'called' | 'charged'> | undefined
  /** Gets the work of calls, by which owners take turns. */
  readonly turns: Pick<SocketTurns, 'spent'>
  /** Undefined for a server without an admin address, whose history is never read. */
  readonly history?: Pick<UsageStore, 'add'> | undefined
}

type Charge = Pick<MeasuredCall, 'method' | 'floor' | 'work' | 'errorCode'> & {
  readonly units: number
  readonly calls: number
}

type Client = Pick<ClientSession, 'network' | 'caller' | 'address'>

/**
 * Charges for work when its amount is known (docs/prices.md). Every charge returns a refusal once the client owes the
 * maximum: it gets nothing more for the same request or subscription.
 */
export class Billing {
  readonly #parts: BillingParts

  constructor(parts: BillingParts) {
    this.#parts = parts
  }

  /** A call has been answered, whose floor was paid when it was admitted. `entry` is the line of its request in the access log. */
  called(call: MeasuredCall, client: Client, entry?: AccessEntry): Refusal | undefined {
    const { metrics, turns } = this.#parts
    const { method, floor, work, errorCode } = call
    metrics?.called(client.network.name, call)
    const units = unitsOfCall(call)
    turns.spent(units)
    entry?.called(units, work.bytes, errorCode)
    return this.#charge(client, { method, floor, work, errorCode, units, calls: 1 })
  }

  /** A notification of this many bytes is sent to a subscriber. Nothing was paid for it before. */
  notified(bytes: number, client: Client): Refusal | undefined {
    const charge = {
      method: notificationMethod,
      floor: 0,
      work: workOfBytes(bytes),
      errorCode: undefined,
      calls: 0,
    }
    return this.#charge(client, { ...charge, units: this.unitsOfNotification(bytes) })
  }

  /** An answer of this many bytes is compressed for the client, which costs more than sending it. */
  compressed(bytes: number, { caller: { key, gatewayClient }, address }: Client): void {
    const units = unitsOfCompression(bytes)
    if (units === 0 || gatewayClient !== undefined) return
    this.#parts.allowance?.charge({ key, address }, { units, work: noWork, calls: 0 })
  }

  unitsOfNotification(bytes: number): number {
    return Math.max(minimumCost, unitsOf(workOfBytes(bytes)))
  }

  #charge(
    { network, caller: { key, gatewayClient }, address }: Client,
    { method, floor, work, units, errorCode, calls }: Charge,
  ): Refusal | undefined {
    const { metrics, allowance, history } = this.#parts
    if (gatewayClient !== undefined) {
      // The gateway charges its client.
      const client = gatewayClient.hasKey ? 'key' : 'guest'
      metrics?.charged(network.name, { method, client, units, work })
      return undefined
    }
    if (history !== undefined) {
      const caller = key?.id ?? guests
      const errors = errorCode === undefined ? 0 : 1
      history.add({ caller, network: network.name, method }, { ...work, units, calls, errors })
    }
    metrics?.charged(network.name, { method, client: key === undefined ? 'guest' : 'key', units, work })
    return allowance?.charge({ key, address }, { units: units - floor, work, calls })
  }
}

/** What a call costs with its answer. */
export const unitsOfCall = ({ floor, work }: Pick<MeasuredCall, 'floor' | 'work'>): number =>
  Math.max(floor, unitsOf(work))

const noWork: Work = { units: 0, gas: 0, logs: 0, bytes: 0 }
const workOfBytes = (bytes: number): Work => ({ ...noWork, bytes })
