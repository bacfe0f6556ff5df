import { AccountOwners } from './accounts/accountOwners.ts'
import { inProcess, type RpcClient } from './envelope/answerContext.ts'
import { Envelope } from './envelope/envelope.ts'
import { failureFor } from './envelope/failure.ts'
import { parseBody } from './envelope/parse.ts'
import type { Response } from './envelope/responses.ts'
import { Filters } from './filters/filters.ts'
import { openFilterStore } from './filters/openFilterStore.ts'
import type { RpcContext, RpcSettings } from './method/context.ts'
import { methods } from './modules/methods.ts'
import { unsupportedMethods } from './modules/unsupported.ts'
import type { RpcNode } from './node/rpcNode.ts'
import { Registry } from './registry/registry.ts'
import { WrittenTexts } from './shapes/writtenTexts.ts'
import { Feeds } from './subscriptions/feeds.ts'

export interface RpcServiceParts {
  readonly settings: RpcSettings
  /** Modules and methods that are switched off. */
  readonly disabled?: Iterable<string>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** Is told of unforeseen errors. */
  readonly report: (error: unknown) => void
}

/** The nesting of a text's JSON that callers in the same process may use. */
const maximumDepth = 64

/** What the calls of one client have in common. */
type ClientContext = Omit<RpcContext, 'work'>

/** JSON-RPC over one node, without any transport. */
export class RpcService {
  readonly registry: Registry
  readonly envelope: Envelope<RpcContext>
  readonly #filters: Filters
  readonly #feeds: Feeds
  #latestContext: ClientContext

  constructor(node: RpcNode, { settings, disabled = [], now, random, report }: RpcServiceParts) {
    this.registry = new Registry(methods, { disabled, unsupported: unsupportedMethods })
    this.envelope = new Envelope({
      methods: this.registry,
      checksGrants: node.local === undefined,
      contextOf: (client, work) => ({ ...this.#contextOf(client, settings), work }),
      explain: (error) => failureFor(error, report),
    })
    this.#filters = new Filters(node, { store: openFilterStore(node, { now, report }), random })
    this.#feeds = new Feeds(node)
    this.#latestContext = {
      node,
      filters: this.#filters,
      feeds: this.#feeds,
      texts: new WrittenTexts(node.network, settings.development),
      settings,
      description: this.registry,
      client: '',
      keyName: undefined,
      accountOwners: new AccountOwners(),
      subscriptions: undefined,
      now,
    }
  }

  /** Answers one request by value, never a batch; undefined for a notification. */
  handle(request: unknown, client: RpcClient): Response | undefined | Promise<Response | undefined> {
    return this.envelope.handle(request, client)
  }

  /** Answers the text of a request or a batch; empty for notifications. */
  handleText(text: string, client: RpcClient): string | Promise<string> {
    return this.envelope.answerText(parseBody(text, maximumDepth), inProcess(client))
  }

  /** Stops following the node. Call it before the node is closed, because it saves filters. */
  close(): void {
    this.#feeds.close()
    this.#filters.close()
  }

  /** Consecutive requests are often of one client, so the latest context is kept. */
  #contextOf({ name, errors, subscriptions, grants }: RpcClient, settings: RpcSettings): ClientContext {
    const latest = this.#latestContext
    const dialect = errors ?? settings.errors
    const keyName = grants === undefined ? undefined : name
    const isSame =
      latest.client === name &&
      latest.keyName === keyName &&
      latest.subscriptions === subscriptions &&
      latest.settings.errors === dialect
    if (isSame) return latest
    this.#latestContext = {
      ...latest,
      client: name,
      keyName,
      subscriptions,
      settings: { ...settings, errors: dialect },
    }
    return this.#latestContext
  }
}
