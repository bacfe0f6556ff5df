import type { Chain } from '../chain/chain.ts'
import { type PegChain, PegRefusal, type PegTransaction } from '../dev/federation/pegChain.ts'
import { executingBlock } from '../execution/host/evmHost.ts'
import { isFreeBridgeSender } from '../execution/transaction/freeBridgeSenders.ts'
import { localCall, type NativeContext } from '../native/nativeContext.ts'
import type { Address, Hash } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import { signTransaction } from '../protocol/transactions/sign.ts'
import { accountOf } from '../wallet/privateKey.ts'
import type { Node } from './node.ts'

/** Blocks in which logs are searched; a search of that length has no limit of logs. */
const searchedBlocks = 2_000

/** Enough for every method of the Bridge; most accounts of the federation pay nothing. */
const pegGas = 4_000_000n

const oneCoin = 10n ** 18n

/** A development chain as the peg uses it. */
export class DevelopmentPegChain implements PegChain {
  readonly #node: Node

  constructor(node: Node) {
    this.#node = node
  }

  get #chain(): Chain {
    return this.#node.chain
  }

  get height(): number {
    return this.#chain.head.number
  }

  get isAutomining(): boolean {
    return this.#node.development?.isAutomining ?? false
  }

  nextCall(): NativeContext {
    const { network, head } = this.#chain
    const number = head.number + 1
    return {
      network,
      chain: this.#chain,
      rules: rulesAt(network, number),
      state: this.#chain.stateAt(head.hash)!,
      block: { ...executingBlock(head.header), number, parentHash: head.hash },
      transaction: localCall,
    }
  }

  send({ key, to, data, value = 0n }: PegTransaction): Hash {
    const { pool, network } = this.#node
    const { header } = this.#chain.head
    const target = this.#node.development?.settings.minimumGasPriceTarget ?? 0n
    const minimum = header.minimumGasPrice ?? 0n
    const sender = accountOf(key)
    const transaction = signTransaction(
      {
        nonce: unsignedBytes(pool.nextNonce(sender)),
        gasPrice: minimum > target ? minimum : target,
        gasLimit: unsignedBytes(pegGas),
        to,
        value,
        data,
        chainId: network.chainId,
      },
      key,
      sender,
    )
    const submission = this.#node.submit(transaction)
    if (submission.status === 'rejected') {
      throw new PegRefusal(`the pool refuses a transaction of the peg: ${submission.rejection.reason}`)
    }
    return transaction.hash
  }

  isWaiting(hash: Hash): boolean {
    return this.#node.pool.get(hash) !== undefined
  }

  isMined(hash: Hash): boolean {
    return this.#chain.transaction(hash) !== undefined
  }

  bridgeLogs(topics: readonly Hash[]) {
    const toBlock = this.height
    const fromBlock = Math.max(0, toBlock - searchedBlocks + 1)
    return this.#chain.logs({ fromBlock, toBlock, addresses: [bridgeAddress], topics: [topics] })
  }

  mine(): void {
    this.#node.local?.mine()
  }

  fund(account: Address): void {
    const { network } = this.#chain
    if (isFreeBridgeSender(account, network) || this.#chain.stateAt('latest')!.balance(account) > 0n) return
    this.#node.development?.edit((state) => state.addBalance(account, oneCoin))
  }

  onChange(listener: () => void): () => void {
    const ends = [this.#chain.on('block', listener), this.#chain.on('reorg', listener)]
    return () => {
      for (const end of ends) end()
    }
  }
}
