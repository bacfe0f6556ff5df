import type { PegTransaction } from '../../src/dev/federation/pegChain.ts'
import { isFreeBridgeSender } from '../../src/execution/transaction/freeBridgeSenders.ts'
import { people } from '../../src/mining/miningWorld.cases.ts'
import { DevelopmentPegChain } from '../../src/node/developmentPegChain.ts'
import type { Node } from '../../src/node/node.ts'
import { type Address, emptyBytes, equalBytes, type Hash } from '../../src/primitives/bytes.ts'
import { addressKey } from '../../src/primitives/mapKeys.ts'
import { bridgeAddress } from '../../src/protocol/addresses.ts'

/** Calls of the Bridge that are remembered, to be repeated by others. */
const maximumCalls = 24
const gift = 10n ** 17n
const treasurer = people[9]!

/** A chain with a peg whose blocks alone lead to its state: accounts are funded by transactions. */
export class ReplayablePegChain extends DevelopmentPegChain {
  /** Data of the latest calls of the Bridge. */
  readonly calls: Uint8Array[] = []
  readonly #node: Node
  readonly #mine: () => void
  readonly #gifts = new Map<string, Hash>()

  constructor(node: Node, mine: () => void) {
    super(node)
    this.#node = node
    this.#mine = mine
  }

  override send(transaction: PegTransaction): Hash {
    const { to, data } = transaction
    const hash = super.send(transaction)
    if (to !== null && equalBytes(to, bridgeAddress) && data.length > 0) this.calls.push(data)
    if (this.calls.length > maximumCalls) this.calls.shift()
    return hash
  }

  override mine(): void {
    this.#mine()
  }

  /** The account can pay from the next block on. */
  override fund(account: Address): void {
    const { chain, pool } = this.#node
    if (isFreeBridgeSender(account, chain.network)) return
    if (chain.stateAt('latest')!.balance(account) > 0n) return
    const sent = this.#gifts.get(addressKey(account))
    if (sent !== undefined && pool.get(sent) !== undefined) return
    const hash = super.send({ key: treasurer.key, to: account, data: emptyBytes, value: gift })
    this.#gifts.set(addressKey(account), hash)
  }
}
