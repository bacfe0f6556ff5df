import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import type { ServedChain } from './servedChains.ts'

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

export const guestbookPath = join(import.meta.dirname, '../../examples/playground/Guestbook.json')
const { abi, bytecode } = JSON.parse(readFileSync(guestbookPath, 'utf8')) as Artifact

interface Receipt {
  readonly contractAddress: Hex
}

/** A guestbook on a development chain, with functions that send transactions and answer their hashes. */
export class Guestbook {
  readonly address: Hex
  readonly author: Hex
  readonly #chain: ServedChain

  constructor(chain: ServedChain, address: Hex, author: Hex) {
    this.#chain = chain
    this.address = address
    this.author = author
  }

  static async deploy(chain: ServedChain, title: string): Promise<Guestbook> {
    const [author = '0x'] = await chain.call<readonly Hex[]>('eth_accounts')
    const data = encodeDeployData({ abi, bytecode, args: [title] })
    const hash = await chain.call<Hex>('eth_sendTransaction', { from: author, data, gas: '0x4c4b40' })
    const { contractAddress } = await chain.call<Receipt>('eth_getTransactionReceipt', hash)
    return new Guestbook(chain, contractAddress, author)
  }

  /** The hash of the transaction, even if it fails. */
  async send(functionName: string, args: readonly unknown[], gas = 5_000_000): Promise<Hex> {
    const data = encodeFunctionData({ abi, functionName, args })
    const transaction = { from: this.author, to: this.address, data, gas: `0x${gas.toString(16)}` }
    await this.#chain.call('eth_sendTransaction', transaction).catch(() => {})
    const block = await this.#chain.call<{ transactions: readonly Hex[] }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    return block.transactions[0] ?? '0x'
  }
}
