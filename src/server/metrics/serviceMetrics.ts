import type { Work } from '../../rpc/budget/workMeter.ts'
import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'

/** Work that a client was charged for. */
export interface ChargedWork {
  readonly method: string
  readonly client: 'key' | 'guest'
  readonly units: number
  readonly work: Work
}

/** Counts what the service does. */
export interface ServiceMetrics {
  called(network: string, call: MeasuredCall): void
  charged(network: string, charged: ChargedWork): void
  /** A request was refused with an HTTP status before it was answered. */
  refused(status: number): void
  /** A connection was closed because its address has too many. */
  connectionDropped(): void
  /** A streamed answer failed after its beginning had been sent. */
  answerCutOff(): void
  /** By +1 or -1 when a WebSocket is opened or closed. */
  webSocketsChanged(change: number): void
  /** By +1 or -1 when a subscription is opened or ended. */
  subscriptionsChanged(change: number): void
  /** A WebSocket was closed because its client did not read its notifications. */
  slowSocketClosed(): void
}

/** For a server without an admin address, whose metrics are never read. */
export const silentMetrics: ServiceMetrics = {
  called: () => {},
  charged: () => {},
  refused: () => {},
  connectionDropped: () => {},
  answerCutOff: () => {},
  webSocketsChanged: () => {},
  subscriptionsChanged: () => {},
  slowSocketClosed: () => {},
}
