import type { LightTry } from '../budget/lightTry.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import type { AccountOwners } from '../node/accountOwners.ts'
import type { RpcNode } from '../node/rpcNode.ts'
import type { WrittenTexts } from '../shapes/writtenTexts.ts'
import type { ClientFilters } from './clientFilters.ts'
import type { RpcContext, RpcSettings } from './context.ts'
import type { ServiceDescription } from './serviceDescription.ts'
import type { ClientSubscriptions, NodeFeeds } from './subscribing.ts'

/** What the calls of one client have in common. */
export type ClientContext = Omit<RpcContext, 'work' | 'light'>

/** The context of one call. It refers to what the client's calls share: copying that costs more than a light call. */
export class CallContext implements RpcContext {
  readonly work: WorkMeter
  readonly light: LightTry | undefined
  readonly #shared: ClientContext

  constructor(shared: ClientContext, work: WorkMeter, light: LightTry | undefined) {
    this.#shared = shared
    this.work = work
    this.light = light
  }

  get node(): RpcNode {
    return this.#shared.node
  }

  get texts(): WrittenTexts {
    return this.#shared.texts
  }

  get settings(): RpcSettings {
    return this.#shared.settings
  }

  get now(): () => number {
    return this.#shared.now
  }

  get filters(): ClientFilters<RpcContext> {
    return this.#shared.filters
  }

  get feeds(): NodeFeeds {
    return this.#shared.feeds
  }

  get description(): ServiceDescription {
    return this.#shared.description
  }

  get client(): string {
    return this.#shared.client
  }

  get keyName(): string | undefined {
    return this.#shared.keyName
  }

  get accountOwners(): AccountOwners {
    return this.#shared.accountOwners
  }

  get subscriptions(): ClientSubscriptions | undefined {
    return this.#shared.subscriptions
  }
}
